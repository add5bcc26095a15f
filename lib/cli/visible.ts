// Makes stored text safe and honest on a terminal: what cannot be seen is shown as an escape.
// Works on text alone; --json never passes through here.

/** Most texts: each of these characters is seen and obeyed by nothing. */
const plain = /^[ -~]*$/;

/** Patterns of Unicode's classes, which take longer to make than a short list takes to print. */
interface Patterns {
  /**
   * Characters that a terminal would obey or a reader would not see: controls (C0 but newline and tab, DEL,
   * C1), bidirectional and other format characters, line and paragraph separators, lone surrogates, and what
   * Unicode counts as ignorable. Private-use characters stay: fonts show them.
   */
  readonly unseen: RegExp;
  /** What joins emoji: a joiner between two of them, and the selector of the coloured form behind one. */
  readonly emoji: RegExp;
}

let made: Patterns | undefined;

function patterns(): Patterns {
  return made ??= {
    unseen: /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu,
    emoji:
      /\p{Extended_Pictographic}\ufe0f?(?:\p{Emoji_Modifier})?(?:\u200d\p{Extended_Pictographic}\ufe0f?(?:\p{Emoji_Modifier})?)*|[0-9#*]\ufe0f\u20e3/gu,
  };
}

/** Format characters that have a shape of their own: Arabic and Syriac number and verse signs. */
const shaped = /[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2]/u;

function escaped(character: string): string {
  return `\\u{${character.codePointAt(0)!.toString(16)}}`;
}

function escapeIn(text: string, kept: string): string {
  return text.replace(
    patterns().unseen,
    (character) =>
      kept.includes(character) || shaped.test(character) ? character : escaped(character),
  );
}

/** Escapes outside of emoji; the pieces that make one emoji stay together. */
function escapedText(text: string, kept: string): string {
  if (plain.test(text)) return text;
  let result = "";
  let end = 0;
  for (const { 0: whole, index } of text.matchAll(patterns().emoji)) {
    result += escapeIn(text.slice(end, index), kept) + whole;
    end = index + whole.length;
  }
  return result + escapeIn(text.slice(end), kept);
}

/** A text of any length for people: newlines and tabs stay, other unseen characters become `\u{1b}` and the like. */
export function visible(text: string): string {
  return escapedText(text, "\n\t");
}

/** The same on one line: a newline is shown as `\n`, a tab as `\t`. */
export function visibleLine(text: string): string {
  return escapedText(text.replace(/\r\n|\n|\t/g, (found) => found === "\t" ? "\\t" : "\\n"), "");
}
