// Chance that is the same in every run: numbers, picks and odds that follow from a seed alone.

/** A source of chance. Equal seeds give equal sequences, on every machine. */
export class Random {
  #state: number;

  /** Starts a sequence; any whole number is a seed. */
  constructor(seed: number) {
    this.#state = (Math.imul(seed, 0x6c8e9cf5) ^ 0x3d4d51cb) | 0 || 1;
    for (let turn = 0; turn < 8; turn++) this.bits();
  }

  /** 32 random bits as a whole number from 0. */
  bits(): number {
    let bits = this.#state;
    bits ^= bits << 13;
    bits ^= bits >>> 17;
    bits ^= bits << 5;
    this.#state = bits;
    return bits >>> 0;
  }

  /** A whole number from 0 up to, but without, `limit`. */
  below(limit: number): number {
    return Math.floor((this.bits() / 0x1_0000_0000) * limit);
  }

  /** A whole number between two, both among them. */
  between(least: number, most: number): number {
    return least + this.below(most - least + 1);
  }

  /** Says yes so often in a hundred times. */
  odds(percent: number): boolean {
    return this.bits() / 0x1_0000_0000 < percent / 100;
  }

  /** One of some values; there must be one at least. */
  pick<Value>(values: readonly Value[]): Value {
    return values[this.below(values.length)]!;
  }

  /** One of some values, each as often as its weight says. */
  weigh<Value>(weighted: readonly (readonly [weight: number, value: Value])[]): Value {
    let rest = this.below(weighted.reduce((sum, [weight]) => sum + weight, 0));
    for (const [weight, value] of weighted) {
      if (rest < weight) return value;
      rest -= weight;
    }
    return weighted[0]![1];
  }
}
