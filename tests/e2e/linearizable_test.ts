// The judge of recorded histories itself: it accepts what can be explained and nothing else.
import assert from "node:assert/strict";
import { explain, type Seen } from "./linearizable.ts";

const took = (caller: string, from: number, to: number): Seen => ({
  caller,
  from,
  to,
  saw: "took",
});
const held = (caller: string, holder: string, from: number, to: number): Seen => ({
  caller,
  holder,
  from,
  to,
  saw: "held",
});
const gaveBack = (caller: string, from: number, to: number): Seen => ({
  caller,
  from,
  to,
  saw: "gave_back",
});

Deno.test("explain() finds an order for calls that overlap, whoever ended first", () => {
  const history = [
    held("b", "a", 0, 9),
    took("a", 1, 10),
    gaveBack("a", 11, 12),
    took("b", 11, 13),
  ];
  assert.deepEqual(explain(history), [1, 0, 2, 3]);
  assert.deepEqual(explain([]), []);
});

Deno.test("explain() finds none for two winners at once", () => {
  assert.equal(explain([took("a", 0, 5), took("b", 1, 6)]), undefined);
});

Deno.test("explain() finds none for a loser that was told of a holder who had given the lease back before", () => {
  const history = [took("a", 0, 1), gaveBack("a", 2, 3), held("b", "a", 4, 5)];
  assert.equal(explain(history), undefined);
});

Deno.test("explain() finds none for a loser that met nobody", () => {
  assert.equal(explain([held("b", "a", 0, 1), took("a", 2, 3)]), undefined);
});

Deno.test("explain() finds none for a lease given back twice", () => {
  const history = [took("a", 0, 1), gaveBack("a", 2, 3), gaveBack("a", 2, 3)];
  assert.equal(explain(history), undefined);
});
