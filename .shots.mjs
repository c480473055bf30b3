import { openBrowser } from "./tests/browser/support/engines.js";
import { Page } from "./tests/browser/support/page.js";
import { writeFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
const [width, height, dark, ...fragments] = process.argv.slice(2);
const browser = await openBrowser("chromium");
const page = new Page(browser, { url:"", requests: [] });
try {
  await page.devtools("Emulation.setDeviceMetricsOverride", { width:+width, height:+height, deviceScaleFactor: 1, mobile: +width<500 });
  if (dark==="dark") await page.devtools("Emulation.setEmulatedMedia", { features: [{name:"prefers-color-scheme", value:"dark"}] });
  let n=0;
  for (const f of fragments) {
    await browser.driver.get("about:blank");
    await browser.driver.get("file:///work/main/web/dist/attention-stepper.html#"+f);
    await pause(3500);
    const { data } = await page.driver.sendAndGetDevToolsCommand("Page.captureScreenshot", { format: "png" });
    await writeFile(`/tmp/s${width}-${n++}.png`, Buffer.from(data, "base64"));
  }
} finally { await browser.close(); }
