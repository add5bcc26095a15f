// A clock that tests set by hand. Time is a value here: nothing sleeps and nothing reads the system clock.

/** Where every test's time begins: 2026-01-05 09:00:00 UTC, epoch milliseconds. */
export const start: number = Date.UTC(2026, 0, 5, 9);

/** Milliseconds of a number of minutes; fractions are taken. */
export function minutes(count: number): number {
  return Math.round(count * 60_000);
}

/** The time a number of minutes after the start of a test. */
export function at(minutesAfterStart: number): number {
  return start + minutes(minutesAfterStart);
}

/** A clock that stands still until a test moves it. */
export class SettableClock {
  /** What the clock shows, epoch milliseconds. */
  now = start;

  /** Reads the clock; can be handed over as a value. */
  readonly read = (): number => this.now;

  /** Moves the clock on, or back where the number is negative. */
  advance(byMinutes: number): void {
    this.now += minutes(byMinutes);
  }
}
