// SHA-256 of texts. `node:crypto` is loaded for the first write, or for the first text where that comes earlier: it
// takes as long to load as a small program to run, and who only reads needs none.

/** SHA-256 of a text, in hex digits or as base64url without padding. */
export function sha256(text: string, encoding: "hex" | "base64url" = "hex"): string {
  return cryptography().hash("sha256", text, encoding);
}

/** Loads what hashes are made with, so that no write lock is held meanwhile. */
export function loadDigest(): void {
  cryptography();
}

function cryptography(): typeof import("node:crypto") {
  return loaded ??= globalThis.process.getBuiltinModule("node:crypto");
}

let loaded: typeof import("node:crypto") | undefined;
