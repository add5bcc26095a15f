// SHA-256 of texts. `node:crypto` is loaded with the first of them: it takes as long to load as a small program to
// run, and who only looks needs none.

/** SHA-256 of a text, 64 hex digits. */
export function sha256(text: string): string {
  return cryptography().hash("sha256", text, "hex");
}

/** The runtime's `node:crypto`, loaded when first asked for. */
export function cryptography(): typeof import("node:crypto") {
  return loaded ??= globalThis.process.getBuiltinModule("node:crypto");
}

let loaded: typeof import("node:crypto") | undefined;
