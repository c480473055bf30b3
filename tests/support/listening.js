/** Starts servers on a free port. */
import { once } from "node:events";

/**
 * @param {import("node:http").Server} server
 * @returns {Promise<{url: string, close: () => Promise<void>}>} close also ends open connections
 */
export async function listen(server) {
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  const close = async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  };
  return { url: `http://127.0.0.1:${port}/`, close };
}
