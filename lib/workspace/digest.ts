// SHA-256 of texts and bytes. A small library makes the first ones; the runtime's `node:crypto` is faster, but takes as
// long to load as a small program to run.
import { sha256 as digest } from "@noble/hashes/sha2.js";

/** So many are made before loading the faster way has paid for itself, roughly. */
const few = 32;

let made = 0;
let faster: typeof import("node:crypto") | undefined;

/** SHA-256 of a text, 64 hex digits. */
export function sha256(text: string): string {
  if (faster) return faster.hash("sha256", text, "hex");
  made++;
  return digest(new TextEncoder().encode(text)).toHex();
}

/** Loads the faster way for who has made many hashes; to be called where no lock is held, for it takes some 20 ms once. */
export function hasten(): void {
  if (made > few) faster ??= globalThis.process.getBuiltinModule("node:crypto");
}

/** SHA-256 of bytes that come one after another. */
export interface RunningDigest {
  /** Takes more bytes. */
  update(bytes: Uint8Array): void;
  /** The digest of all bytes, 64 hex digits; nothing may be added after it. */
  hex(): string;
}

/** Begins a digest. */
export function beginDigest(): RunningDigest {
  const running = digest.create();
  return {
    update: (bytes) => void running.update(bytes),
    hex: () => running.digest().toHex(),
  };
}
