// Maps the keys of plain data between code (camelCase) and JSON, SQL and tools (snake_case). Values stay as they are.

type Plain = Record<string, unknown>;

/** More than the keys of every kind of value together; others come from damaged files alone. */
const mostNames = 1000;

function mapKeys(value: unknown, rename: (key: string) => string): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => mapKeys(item, rename));
  const renamed: Plain = {};
  for (const [key, item] of Object.entries(value)) {
    if (item !== undefined) put(renamed, rename(key), mapKeys(item, rename));
  }
  return renamed;
}

/** A key of that name from a damaged file is a key like any other, and no prototype. */
function put(target: Plain, key: string, value: unknown): void {
  if (key !== "__proto__") target[key] = value;
  else Object.defineProperty(target, key, { value, enumerable: true });
}

/** Renames as given, and remembers: our own keys are few and come again in every value. */
function remembering(rename: (name: string) => string): (name: string) => string {
  const known = new Map<string, string>();
  return (name) => {
    let renamed = known.get(name);
    if (renamed !== undefined) return renamed;
    renamed = rename(name);
    if (known.size < mostNames) known.set(name, renamed);
    return renamed;
  };
}

/** Writes a camelCase name in snake_case: `taskId` becomes `task_id`. */
export const snakeName: (name: string) => string = remembering((name) =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
);

/** Writes a snake_case name in camelCase: `task_id` becomes `taskId`. */
export const camelName: (name: string) => string = remembering((name) =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
);

/** The same data with snake_case keys, at every depth; absent values are left out. */
export function snakeKeys(value: unknown): unknown {
  return mapKeys(value, snakeName);
}

/** The JSON of data with snake_case keys, at every depth; absent values are left out. */
export function snakeJson(value: unknown): string {
  if (isAsItIs(value)) return JSON.stringify(value) ?? "null";
  if (Array.isArray(value)) return `[${value.map(snakeJson).join(",")}]`;
  let members = "";
  const held = value as Plain;
  for (const key in held) {
    const item = held[key];
    if (item === undefined) continue;
    members += `${members && ","}${snakeMember(key)}${snakeJson(item)}`;
  }
  return `{${members}}`;
}

/** The beginning of a member of a JSON object: its key in snake_case, quoted, and the colon. */
const snakeMember = remembering((name) => `${JSON.stringify(snakeName(name))}:`);

/** Whether the runtime's own JSON of a value is the one that is asked for: it has no key that would be renamed. */
function isAsItIs(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) return value.every((item) => typeof item !== "object");
  for (const key in value) {
    if (typeof (value as Plain)[key] === "object" || snakeName(key) !== key) return false;
  }
  return true;
}

/** The same data with camelCase keys, at every depth. */
export function camelKeys(value: unknown): unknown {
  return mapKeys(value, camelName);
}
