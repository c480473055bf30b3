/** Milliseconds that the processor has worked for this process: what else a busy machine does is not in it. */
export function cpuTime() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
