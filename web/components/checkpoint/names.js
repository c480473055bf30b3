/** What a token is called: its text, or its id without a tokenizer. @param {import("../../checkpoints/session.js").Token | undefined} token */
export const nameOf = (token) => token?.text || `#${token?.id ?? ""}`;
