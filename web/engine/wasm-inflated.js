/**
 * @param {Uint8Array<ArrayBuffer>} bytes deflated, as the bundler embeds them
 * @returns {Promise<ArrayBuffer>}
 */
export function inflated(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).arrayBuffer();
}
