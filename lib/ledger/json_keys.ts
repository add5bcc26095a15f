// Maps the keys of plain data between code (camelCase) and JSON, SQL and tools (snake_case). Values stay as they are.

type Plain = Record<string, unknown>;

function isPlain(value: unknown): value is Plain {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function mapKeys(value: unknown, rename: (key: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => mapKeys(item, rename));
  if (!isPlain(value)) return value;
  const entries: [string, unknown][] = [];
  for (const key of Object.keys(value)) {
    const item = value[key];
    if (item !== undefined) entries.push([rename(key), mapKeys(item, rename)]);
  }
  return Object.fromEntries(entries);
}

/** Writes a camelCase name in snake_case: `taskId` becomes `task_id`. */
export function snakeName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Writes a snake_case name in camelCase: `task_id` becomes `taskId`. */
export function camelName(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** The same data with snake_case keys, at every depth; absent values are left out. */
export function snakeKeys(value: unknown): unknown {
  return mapKeys(value, snakeName);
}

/** The same data with camelCase keys, at every depth. */
export function camelKeys(value: unknown): unknown {
  return mapKeys(value, camelName);
}
