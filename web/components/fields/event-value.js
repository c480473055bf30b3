/**
 * The text of the input or drop-down list that an event comes from.
 * @param {Event} event
 */
export const eventValue = ({ target }) => /** @type {HTMLInputElement | HTMLSelectElement} */ (target).value;
