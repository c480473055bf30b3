/** How long the page around a frame may take to make it as high as its content, ms. */
const patience = 500;

/** The height of the content, in whole px so that a frame of this height needs no scrollbar. */
export const contentHeight = () => Math.ceil(document.body.getBoundingClientRect().height);

/**
 * Notes in the document's attribute data-fits whether the frame is as high as its content; a style sheet then leaves out the
 * scrollbar and the space for one. That makes the content wider and often higher, so the page around the frame has to follow once
 * more: it is given time to, and if it does not, the space stays until the frame has another size. Otherwise width and height of the
 * frame would keep changing each other.
 */
export class FrameFit {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** The size of the frame in which the content did not fit without that space. */
  #refused = "";

  /** Compares in the next frame, because the layout must not change while the browser reports sizes. */
  note = () => requestAnimationFrame(() => this.#compare());

  #compare() {
    clearTimeout(this.#timer);
    if (contentHeight() > window.innerHeight) this.#timer = setTimeout(() => this.#refuse(), patience);
    else if (frameSize() !== this.#refused) setFits(true);
  }

  #refuse() {
    if (contentHeight() <= window.innerHeight) return;
    if (document.documentElement.hasAttribute("data-fits")) this.#refused = frameSize();
    setFits(false);
  }
}

const frameSize = () => `${window.innerWidth} x ${window.innerHeight}`;

/** @param {boolean} fits */
const setFits = (fits) => document.documentElement.toggleAttribute("data-fits", fits);
