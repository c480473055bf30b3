import { readFileSync } from "node:fs";

// eslint-disable-next-line no-restricted-syntax -- as a bundler exports the bytes of a file
export default readFileSync(new URL("translation.safetensors", import.meta.url));
