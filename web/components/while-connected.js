/**
 * Listens to targets other than the host (the window, the document, media queries) while the host is in the page.
 * @param {import("lit").ReactiveElement} host
 * @param {(signal: AbortSignal) => void} listen adds the listeners, with the signal that removes them
 */
export function whileConnected(host, listen) {
  let listeners = new AbortController();
  host.addController({
    hostConnected() {
      listeners = new AbortController();
      listen(listeners.signal);
    },
    hostDisconnected: () => listeners.abort(),
  });
}
