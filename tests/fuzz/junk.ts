// Values that no sensible client sends, and small damage to texts and bytes; all from one seed.
import { Random } from "../model/random.ts";

const odd: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1,
  2.5,
  17,
  1e308,
  9e15,
  Number.MAX_SAFE_INTEGER + 2,
  "",
  " ",
  "null",
  "any",
  "person",
  "2",
  " 2 ",
  "2.0",
  "1e400",
  "NaN",
  "0x10",
  "-0",
  "true",
  "[]",
  '["a"]',
  '{"a":1}',
  "a\nb\n\nc",
  "a,b",
  "\u0000",
  "x\u0000y",
  "\ud83d",
  "\udc00x",
  "😀",
  "\u202eabc",
  "\u001b[2J",
  "__proto__",
  "constructor",
  "ffffffffff",
  "FFFFFFFFFF ",
  "%s%n",
  "'; DROP TABLE event; --",
  '"',
  "*",
  '"a" NEAR(',
  "../../etc/passwd",
  "a".repeat(70),
  "é".repeat(201),
  "😀".repeat(8001),
  [],
  [[]],
  {},
  { toString: 1 },
];

/** Makes junk; equal seeds make the same. */
export class Junk {
  readonly random: Random;

  /** Starts a sequence. */
  constructor(seed: number) {
    this.random = new Random(seed);
  }

  /** Any JSON value, not deep. */
  value(depth = 2): unknown {
    const { random } = this;
    if (depth === 0 || random.odds(70)) {
      return random.odds(80) ? random.pick(odd) : this.text();
    }
    const size = random.below(4);
    const values = Array.from({ length: size }, () => this.value(depth - 1));
    if (random.odds(50)) return values;
    return Object.fromEntries(values.map((value) => [this.name(), value]));
  }

  /** A text of random characters, controls and halves of pairs among them. */
  text(): string {
    const { random } = this;
    const length = random.pick([0, 1, 3, 20, 300]);
    const from = random.pick([0x20, 0x7f, 0x250, 0xd700, 0xffff]);
    return Array.from({ length }, () => String.fromCharCode(random.below(from) || 0x61)).join("");
  }

  /** A key. */
  name(): string {
    return this.random.pick(["id", "method", "params", "task_id", "", "__proto__", this.text()]);
  }

  /** The same fields with one of junk beside them; `__proto__` is a name like any other. */
  beside(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
    return Object.fromEntries([...Object.entries(fields), [this.name(), this.value()]]);
  }

  /** The same bytes with a little damage: flipped bits, a cut, a doubled or a missing part, zeros. */
  damaged(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
    const { random } = this;
    const copy = new Uint8Array(bytes);
    const [one, other] = [random.below(copy.length + 1), random.below(copy.length + 1)];
    const [from, to] = [Math.min(one, other), Math.max(one, other)];
    switch (random.pick(["flip", "flip", "flip", "cut", "double", "drop", "zero"])) {
      case "flip":
        for (let count = random.pick([1, 1, 2, 8, 64]); count > 0 && copy.length > 0; count--) {
          copy[random.below(copy.length)]! ^= 1 << random.below(8);
        }
        return copy;
      case "cut":
        return copy.slice(0, from);
      case "double":
        return joined(copy.subarray(0, to), copy.subarray(from));
      case "drop":
        return joined(copy.subarray(0, from), copy.subarray(to));
      default:
        return copy.fill(0, from, Math.min(to, from + 4096));
    }
  }
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
