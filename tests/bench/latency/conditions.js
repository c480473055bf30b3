/** The devices and networks under which the page is timed, in Chromium. */

/** @typedef {import("selenium-webdriver/chromium.js").ChromiumWebDriver} Driver */
/** @typedef {{cpu?: number, width?: number, slow?: boolean}} Conditions cpu: how many times slower; slow: 1.6 Mbps and 150 ms */

/** @param {Driver} driver @param {Conditions} conditions */
export async function setConditions(driver, { cpu = 1, width = 0, slow = false }) {
  const send = (/** @type {string} */ command, parameters = {}) => driver.sendDevToolsCommand(command, parameters);
  const throughput = slow ? (1.6 * 1024 * 1024) / 8 : -1;
  const network = {
    offline: false,
    latency: slow ? 150 : 0,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  };
  const metrics = { width, height: 780, deviceScaleFactor: 2, mobile: true };
  await send("Network.enable");
  await send("Network.setCacheDisabled", { cacheDisabled: slow });
  await send("Network.emulateNetworkConditions", network);
  await send("Emulation.setCPUThrottlingRate", { rate: cpu });
  await (width ? send("Emulation.setDeviceMetricsOverride", metrics) : send("Emulation.clearDeviceMetricsOverride"));
}

/** @param {Driver} driver @param {Function} inPage @param {...unknown} args */
export const runInPage = (driver, inPage, ...args) => driver.executeAsyncScript(`(${inPage})(...arguments)`, ...args);
