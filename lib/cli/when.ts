// Times for people: how long ago or how long still, and the exact time. Pure; the present comes in.

const units: readonly [string, number][] = [
  ["d", 24 * 60 * 60_000],
  ["h", 60 * 60_000],
  ["min", 60_000],
  ["s", 1000],
];

/** A length of time in its largest whole unit, such as `3 min`. `milliseconds` below a second are `0 s`. */
export function duration(milliseconds: number): string {
  const [unit, size] = units.find(([, size]) => milliseconds >= size) ?? units.at(-1)!;
  return `${Math.max(0, Math.floor(milliseconds / size))} ${unit}`;
}

/** How far a time lies from now: `3 min ago`, `in 2 h`, `now`. Both in epoch milliseconds. */
export function fromNow(at: number, now: number): string {
  const distance = now - at;
  if (Math.abs(distance) < 1000) return "now";
  return distance > 0 ? `${duration(distance)} ago` : `in ${duration(-distance)}`;
}

/** An ISO time for people, exact and relative: `2026-11-29 10:00:00Z, 3 min ago`. */
export function whenText(iso: string, now: number): string {
  return `${clockText(iso)}, ${fromNow(Date.parse(iso), now)}`;
}

/** An ISO time with a space between day and hour. */
export function clockText(iso: string): string {
  return iso.replace("T", " ");
}

/** Minutes as hours and minutes: `1 h 30 min`. */
export function minutesText(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}
