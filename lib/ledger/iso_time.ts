// Times as replies write them.

/** A time in ISO 8601 UTC to the second, such as `2026-11-29T10:00:00Z`. */
export function isoTime(epochMilliseconds: number): string {
  return `${new Date(epochMilliseconds).toISOString().slice(0, -".000Z".length)}Z`;
}
