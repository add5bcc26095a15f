// SHA-256 of texts and bytes. A small library makes the first ones; the runtime's `node:crypto` is several times faster,
// but takes as long to load as a small program to run.
import { sha256 as digest } from "@noble/hashes/sha2.js";

/** So many are made before loading the faster way has paid for itself, roughly. */
const few = 32;

let made = 0;
let faster: typeof import("node:crypto") | undefined;

/** SHA-256 of a text, in hex digits or as base64url without padding. */
export function sha256(text: string, encoding: "hex" | "base64url" = "hex"): string {
  if (faster) return faster.hash("sha256", text, encoding);
  made++;
  const bytes = digest(new TextEncoder().encode(text));
  return encoding === "hex"
    ? bytes.toHex()
    : bytes.toBase64({ alphabet: "base64url", omitPadding: true });
}

/**
 * Loads the faster way for who has made many hashes, or is about to make so many `more`. To be called where no write
 * lock is held, for it takes some 20 ms once.
 */
export function hasten(more = 0): void {
  if (made + more > few) faster ??= globalThis.process.getBuiltinModule("node:crypto");
}

/** SHA-256 of bytes that come one after another. */
export interface RunningDigest {
  /** Takes more bytes. */
  update(bytes: Uint8Array): void;
  /** The digest of all bytes, 64 hex digits; nothing may be added after it. */
  hex(): string;
}

/** Begins a digest, always by the small library. */
export function beginDigest(): RunningDigest {
  const running = digest.create();
  return {
    update: (bytes) => void running.update(bytes),
    hex: () => running.digest().toHex(),
  };
}
