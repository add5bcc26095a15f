// SHA-256 of texts and bytes, by a small library: the runtime's `node:crypto` takes as long to load as a small program
// to run.
import { sha256 as digest } from "@noble/hashes/sha2.js";

/** SHA-256 of a text, 64 hex digits. */
export function sha256(text: string): string {
  return digest(new TextEncoder().encode(text)).toHex();
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
