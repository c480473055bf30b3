/** CPU time of this process in milliseconds, which other programs on a busy machine do not add to. */
export function cpuTime() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
