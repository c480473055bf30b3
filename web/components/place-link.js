import { fragmentInAddressBar, withLanguage } from "./language-link.js";
import { isPlaceAlone, placeOf } from "./places.js";
import { whileConnected } from "./while-connected.js";

/**
 * Milliseconds for which what is shown must stay the same before it is written to the address bar: browsers limit how often a
 * page may change its address, so it cannot be written at every step of a slider or with each key.
 */
const writeDelay = 250;

/**
 * Keeps the address bar and what a place shows alike, in both directions. Read is every link to the place, at the start and when
 * the reader follows one; written is only over a link that was read or written here, or that names the place alone: any other
 * one has just been followed, and must be found by the event that says so.
 */
export class PlaceLink {
  #place;
  #onRead;
  #fragmentNow;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** The fragment that was last read or written here. @type {string | undefined} */
  #known;

  /**
   * @param {import("lit").ReactiveElement} host
   * @param {{place: import("./places.js").Place, read: (fragment: string) => void, write: () => string | null}} of
   *   read: shows what a link names; write: the link to what is shown, null where none can hold it
   */
  constructor(host, { place, read, write }) {
    this.#place = place;
    this.#onRead = read;
    this.#fragmentNow = write;
    host.addController(this);
    whileConnected(host, (signal) => window.addEventListener("hashchange", () => this.read(), { signal }));
  }

  hostConnected() {
    this.read();
  }

  hostDisconnected() {
    clearTimeout(this.#timer);
  }

  /** Shows what the address bar names, if it is of this place. */
  read() {
    const fragment = fragmentInAddressBar();
    if (placeOf(fragment) !== this.#place) return;
    this.#known = fragment;
    this.#onRead(fragment);
  }

  /** Writes what is shown to the address bar. What no link can hold leaves none there. */
  write() {
    const now = fragmentInAddressBar();
    if (placeOf(now) !== this.#place || (now !== this.#known && !isPlaceAlone(now))) return;
    this.replace();
  }

  /** Writes what is shown over any link, also one of another place; where it is there already, the browser is not kept busy. */
  replace() {
    const address = this.#address();
    if (address !== window.location.hash) history.replaceState(null, "", address);
    this.#known = fragmentInAddressBar();
  }

  /** Writes what is shown once it has stopped changing. */
  writeSoon() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.write(), writeDelay);
  }

  /** Writes what is shown as a new entry of the browser's history. */
  push() {
    history.pushState(null, "", this.#address());
    this.#known = fragmentInAddressBar();
  }

  #address() {
    const fragment = this.#fragmentNow();
    const whole = withLanguage(fragment ?? "");
    const { pathname, search } = window.location;
    return fragment === null && whole === "" ? pathname + search : `#${whole}`;
  }
}
