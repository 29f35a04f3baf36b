// Text in the cells of a CSV file (docs/exports.md, Text cells). A spreadsheet runs a cell as a formula
// by its first character, and our callers choose these texts. An apostrophe before it prevents that, and
// readers remove exactly that apostrophe again.

// What OWASP lists, with the full-width forms. Quotes before it do not protect: spreadsheets drop them.
const FORMULA = String.raw`['"]*[=+\-@\uff1d\uff0b\uff0d\uff20]`;
const FIRST_IN_CELL = String.raw`${FORMULA}|['"]*[\t\r\n\0]`;

// A spreadsheet that separates cells by semicolons or tabs splits a text there, and at line breaks.
const SEPARATORS = String.raw`[;\t\r\n]`;

const ANY = new RegExp(`^(?:${FIRST_IN_CELL})|${SEPARATORS}${FORMULA}`);
const EACH_START = new RegExp(`^(?=${FIRST_IN_CELL})|(?<=${SEPARATORS})(?=${FORMULA})`, 'g');
const EACH_APOSTROPHE = new RegExp(`^'(?=${FIRST_IN_CELL})|(?<=${SEPARATORS})'(?=${FORMULA})`, 'g');

/** Returns the text with an apostrophe before each part that a spreadsheet would run. */
export function neutralizeText(text: string): string {
  return ANY.test(text) ? text.replace(EACH_START, "'") : text;
}

/** Returns the text that `neutralizeText` was given. */
export function restoreText(text: string): string {
  return text.replace(EACH_APOSTROPHE, '');
}

/** Formats a text as a cell: quoted only where required, so that the same data gives the same bytes. */
export function formatTextCell(text: string): string {
  const safe = neutralizeText(text);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
