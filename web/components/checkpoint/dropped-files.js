/** The files of a model that a reader dropped or picked: those of a folder, too, but not of folders within it. */

/**
 * The files of a folder that was picked: browsers list those of the folders within it as well, which may have the same names.
 * @template {{webkitRelativePath: string}} F
 * @param {readonly F[]} files each with its path from the folder on; "" where files were picked one by one
 */
export const inFolderItself = (files) =>
  files.filter(({ webkitRelativePath }) => webkitRelativePath.split("/").length <= 2);

/**
 * @param {DataTransfer} transfer
 * @returns {Promise<File[]>}
 */
export async function droppedFiles(transfer) {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const found = await Promise.all(entries.map(filesIn));
  return entries.length > 0 ? found.flat() : [...transfer.files];
}

/** @param {FileSystemEntry} entry @returns {Promise<File[]>} */
async function filesIn(entry) {
  if (entry.isFile) return [await fileOf(/** @type {FileSystemFileEntry} */ (entry))];
  const inside = await entriesIn(/** @type {FileSystemDirectoryEntry} */ (entry).createReader());
  return Promise.all(
    inside.filter(({ isFile }) => isFile).map((each) => fileOf(/** @type {FileSystemFileEntry} */ (each))),
  );
}

/** @param {FileSystemFileEntry} entry @returns {Promise<File>} */
const fileOf = (entry) => new Promise((resolve, reject) => entry.file(resolve, reject));

/** Browsers give at most a hundred entries at a time. @param {FileSystemDirectoryReader} reader @returns {Promise<FileSystemEntry[]>} */
async function entriesIn(reader) {
  /** @type {FileSystemEntry[]} */
  const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
  return some.length === 0 ? [] : [...some, ...(await entriesIn(reader))];
}
