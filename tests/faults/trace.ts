// Reads what the shim wrote down: which call asked what of which file, in order.

/** One call that went through. */
export interface Call {
  /** W(rite), S(ync), T(runcate), U(nlink), R(ename) or C(reate). */
  readonly kind: string;
  readonly path: string;
  /** Place of a write, new size of a truncation. */
  readonly offset: number;
  readonly bytes: Uint8Array;
  /** Where the record ends in the file of records. */
  readonly end: number;
}

/** Reads the records; one that was cut off by a kill is left out. */
export function readTrace(path: string): Call[] {
  const all = Deno.readFileSync(path);
  const text = new TextDecoder();
  const calls: Call[] = [];
  for (let place = 0; place < all.length;) {
    const line = all.indexOf(10, place);
    if (line < 0) break;
    const [kind = "", offset = "", size = "", ...name] = text.decode(all.subarray(place, line))
      .split(" ");
    const from = line + 1;
    const end = from + Number(size);
    if (end > all.length) break;
    calls.push({
      kind,
      path: name.join(" "),
      offset: Number(offset),
      bytes: all.subarray(from, end),
      end,
    });
    place = end;
  }
  return calls;
}
