// The text form of a reply, and the limit on its size. Knows JSON, not what the keys mean.

/** No reply is longer, in UTF-16 units of its text (contract, Replies). */
export const replyLimit = 48_000;

/**
 * The reply as text: its JSON with one top-level key a line, and one row a line where a key holds a list
 * of objects; no other white space.
 */
export function replyText(body: Record<string, unknown>): string {
  let lines = "";
  // Keys of replies are plain words, so that quoting one needs no look at its letters.
  for (const key in body) {
    const value = body[key];
    if (value !== undefined) lines += `${lines && ",\n"}"${key}":${valueText(value)}`;
  }
  return `{\n${lines}\n}`;
}

function valueText(value: unknown): string {
  const isList = Array.isArray(value) && value.length > 0 && value.every(isObject);
  if (!isList) return JSON.stringify(value);
  return `[\n${value.map((row) => JSON.stringify(row)).join(",\n")}]`;
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

/** A reply that fits the limit, and its text. */
export interface Fitted {
  readonly body: Record<string, unknown>;
  readonly text: string;
}

/**
 * Makes a reply fit the limit: the longest stored texts are shortened, half by half, and `shortened`
 * names the top-level keys they stand under. A usual reply is left as it is.
 */
export function fitted(body: Record<string, unknown>): Fitted {
  let text = replyText(body);
  if (text.length <= replyLimit) return { body, text };
  const copy = structuredClone(body);
  const shortened = new Set<string>();
  while (text.length > replyLimit) {
    const longest = longestText(copy);
    if (!longest) break;
    const { holder, key, under } = longest;
    holder[key] = halved(longest.text);
    shortened.add(under);
    copy.shortened = [...shortened].sort();
    text = replyText(copy);
  }
  return { body: copy, text };
}

interface Found {
  holder: Record<string, unknown>;
  key: string;
  text: string;
  under: string;
}

/** The longest string of more than 100 characters, wherever it stands: ids, times and names are shorter. */
function longestText(body: Record<string, unknown>): Found | undefined {
  let longest: Found | undefined;
  let length = 100;
  const look = (holder: Record<string, unknown>, under: string | undefined): void => {
    for (const [key, value] of Object.entries(holder)) {
      if (typeof value === "string" && JSON.stringify(value).length > length) {
        length = JSON.stringify(value).length;
        longest = { holder, key, text: value, under: under ?? key };
      } else if (isObject(value)) look(value as Record<string, unknown>, under ?? key);
    }
  };
  look(body, undefined);
  return longest;
}

/** The first half of a text, cut between code points, with a mark of the cut. */
function halved(text: string): string {
  return shortText(text, Math.floor([...text].length / 2));
}

/** A text of at most so many code points; a longer one is cut between code points and ends in `…`. */
export function shortText(text: string, most: number): string {
  if (text.length <= most) return text;
  const points = [...text];
  return points.length <= most ? text : points.slice(0, most - 1).join("") + "…";
}
