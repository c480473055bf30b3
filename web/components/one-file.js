/** The one file that a reader picks or drops. */

/**
 * Takes the file that was picked, if any.
 * @param {HTMLInputElement} input a file field
 * @param {(file: File) => Promise<void> | void} use
 */
export async function pickedFile(input, use) {
  const [file] = input.files ?? [];
  if (file) await use(file);
  input.value = ""; // so that the reader can pick the same file again after changing it
}

/**
 * Takes the file that was dropped, if any, before the page around does; dragged text goes where it is dropped.
 * @param {DragEvent} event
 * @param {(file: File) => Promise<void> | void} use
 */
export async function droppedFile(event, use) {
  const [file] = event.dataTransfer?.files ?? [];
  if (!file) return;
  event.preventDefault();
  event.stopPropagation();
  await use(file);
}
