/** A WebDriver server for Firefox without geckodriver: translates HTTP requests to Marionette, Firefox's own protocol. */
import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";

/** W3C routes below /session/ID, and Marionette's names for them; both take the same parameters. */
const commands = Object.freeze({
  "DELETE ": "WebDriver:DeleteSession",
  "POST /timeouts": "WebDriver:SetTimeouts",
  "POST /url": "WebDriver:Navigate",
  "GET /url": "WebDriver:GetCurrentURL",
  "POST /back": "WebDriver:Back",
  "POST /forward": "WebDriver:Forward",
  "POST /refresh": "WebDriver:Refresh",
  "GET /window": "WebDriver:GetWindowHandle",
  "GET /window/handles": "WebDriver:GetWindowHandles",
  "POST /window": "WebDriver:SwitchToWindow",
  "POST /window/new": "WebDriver:NewWindow",
  "DELETE /window": "WebDriver:CloseWindow",
  "POST /window/rect": "WebDriver:SetWindowRect",
  "POST /frame": "WebDriver:SwitchToFrame",
  "POST /execute/sync": "WebDriver:ExecuteScript",
  "POST /execute/async": "WebDriver:ExecuteAsyncScript",
  "POST /actions": "WebDriver:PerformActions",
  "DELETE /actions": "WebDriver:ReleaseActions",
  "POST /element/ID/click": "WebDriver:ElementClick",
  "POST /element/ID/value": "WebDriver:ElementSendKeys",
  "GET /element/ID/computedlabel": "WebDriver:GetComputedLabel",
  "GET /element/ID/computedrole": "WebDriver:GetComputedRole",
  "GET /screenshot": "WebDriver:TakeScreenshot",
});

/**
 * @param {number} port on which Firefox listens
 * @returns {Promise<{url: string, close: () => Promise<void>}>} a WebDriver server
 */
export async function bridge(port) {
  const firefox = await connectTo(port);
  const server = createServer(async (request, response) => {
    const body = (await request.toArray()).join("");
    const { name, parameters } = translate(`${request.method} ${request.url}`, body ? JSON.parse(body) : {});
    const { error, result } = name ? await firefox.send(name, parameters) : { error: unknown(request), result: null };
    const value = error ?? (result && "value" in result ? result.value : result);
    response.writeHead(error ? 500 : 200, { "Content-Type": "application/json" });
    response.end(JSON.stringify({ value }));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = /** @type {import("node:net").AddressInfo} */ (server.address());
  const close = async () => {
    firefox.close();
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  };
  return { url: `http://127.0.0.1:${address.port}`, close };
}

/**
 * @param {string} line of the request
 * @param {Record<string, unknown>} parameters
 * @returns {{name: string | undefined, parameters: Record<string, unknown>}}
 */
function translate(line, parameters) {
  if (line === "POST /session") return { name: "WebDriver:NewSession", parameters: {} };
  const id = /\/element\/([^/]+)/.exec(line)?.[1];
  const route = line.replace(/\/session\/[^/]+/, "").replace(`/element/${id}`, "/element/ID");
  const name = /** @type {Record<string, string>} */ (commands)[route];
  return { name, parameters: id ? { ...parameters, id } : parameters };
}

/** @param {import("node:http").IncomingMessage} request */
const unknown = ({ method, url }) => ({ error: "unknown command", message: `${method} ${url}`, stacktrace: "" });

/** The answer after Firefox has ended: an error that stops eventually() from trying again. */
const gone = Object.freeze({
  error: { error: "invalid session id", message: "Firefox has gone", stacktrace: "" },
  result: null,
});

/**
 * Messages are "LENGTH:JSON": a greeting at first, then commands [0, id, name, parameters] and their answers
 * [1, id, error, result].
 * @param {number} port
 */
async function connectTo(port) {
  const socket = connect(port, "127.0.0.1");
  /** @type {Map<number, (answer: {error: any, result: any}) => void>} */
  const waiting = new Map();
  let received = Buffer.alloc(0);
  let sent = 0;
  socket.on("data", (data) => {
    received = Buffer.concat([received, data]);
    for (let message = take(); message; message = take()) {
      const [, id, error, result] = message;
      waiting.get(id)?.({ error, result });
      waiting.delete(id);
    }
  });
  socket.on("close", () => {
    for (const answer of waiting.values()) answer(gone);
  });
  await once(socket, "connect");
  socket.on("error", () => {}); // closing follows
  socket.setNoDelay();

  function take() {
    const colon = received.indexOf(":");
    const end = colon + 1 + Number(received.subarray(0, Math.max(colon, 0)));
    if (colon < 0 || received.length < end) return undefined;
    const message = JSON.parse(received.subarray(colon + 1, end).toString());
    received = received.subarray(end);
    return Array.isArray(message) ? message : [];
  }

  /**
   * @param {string} name
   * @param {Record<string, unknown>} parameters
   * @returns {Promise<{error: any, result: any}>}
   */
  function send(name, parameters) {
    if (socket.destroyed) return Promise.resolve(gone);
    const id = ++sent;
    const message = JSON.stringify([0, id, name, parameters]);
    socket.write(`${Buffer.byteLength(message)}:${message}`);
    return new Promise((answer) => waiting.set(id, answer));
  }

  return { send, close: () => socket.destroy() };
}
