// Ids and secrets from the system's random source. Knows how they are spelled, not what they are for.
import type { Ids } from "../ledger/runtime.ts";

/** The thirty-two digits of base32 (RFC 4648), in lower case. */
const letters = "abcdefghijklmnopqrstuvwxyz234567";
const hexDigits = "0123456789abcdef";

/** Random bytes; asking the system costs more than what it gives, so it is asked for many at once. */
const stock = new Uint8Array(1024);
let given = stock.length;

/** A byte that was given to nobody else. */
function randomByte(): number {
  if (given === stock.length) {
    crypto.getRandomValues(stock);
    given = 0;
  }
  const byte = stock[given]!;
  stock[given++] = 0;
  return byte;
}

/** So many digits, each as likely as any other: there are as many as a whole number of bits tells apart. */
function randomDigits(count: number, digits: string): string {
  let text = "";
  for (let at = 0; at < count; at++) text += digits[randomByte() & (digits.length - 1)];
  return text;
}

/** Ids of 10 hex digits and secrets of 20 digits of base32, 100 bits. */
export const randomIds: Ids = {
  taskId: () => randomDigits(10, hexDigits),
  secret: () => randomDigits(20, letters),
};
