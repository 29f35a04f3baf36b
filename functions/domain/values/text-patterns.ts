// The patterns of text that callers choose, as the schemas of requests contain them. They spell out the
// characters because validators in other languages do not know Unicode categories.

/** Any text without control characters or line breaks: names, ids and references. */
export const LINE_PATTERN = '^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$';

const LINE = new RegExp(LINE_PATTERN, 'u');

/** Whether the text has no control characters or line breaks. */
export function isLine(text: string): boolean {
  return LINE.test(text);
}

/** Whether the text is a line of 1 to `charactersMax` characters. */
export function isShortLine(text: string, charactersMax: number): boolean {
  return text !== '' && isShort(text, charactersMax) && isLine(text);
}

/** Whether the text has at most so many characters, each of which takes one or two units of UTF-16. */
export function isShort(text: string, charactersMax: number): boolean {
  return text.length <= 2 * charactersMax && [...text].length <= charactersMax;
}

/** Whether a path cannot name the text as one of its segments: clients resolve it before they send the path. */
export function isDotSegment(text: string): boolean {
  return text === '.' || text === '..';
}

/** An amount with exactly two decimals. */
export const AMOUNT_PATTERN = '^(0|[1-9][0-9]{0,35})\\.[0-9]{2}$';

const AMOUNT = new RegExp(AMOUNT_PATTERN);

/** Whether the text is an amount with exactly two decimals. */
export function isAmount(text: string): boolean {
  return AMOUNT.test(text);
}

/** The code of a currency (ISO 4217). */
export const CURRENCY_PATTERN = '^[A-Z]{3}$';

/** Identifiers with commas between them, as a query gives them: 1 to 100. */
export const ID_LIST_PATTERN = '^[^,]{1,256}(,[^,]{1,256}){0,99}$';

/** The identifiers of such a list in its order, each once. */
export function splitIdList(ids: string): readonly string[] {
  return [...new Set(ids.split(','))];
}

const INVISIBLE =
  '\\u0000-\\u0020\\u007f-\\u00a0\\u00ad\\u1680\\u2000-\\u200f\\u2028-\\u202f\\u205f-\\u206f\\u3000\\ufeff';

/**
 * The code of a general-ledger account: words of visible characters with single spaces between them, so
 * that two codes that look the same are the same (ADR 067).
 */
export const ACCOUNT_CODE_PATTERN = `^[^${INVISIBLE}]+( [^${INVISIBLE}]+)*$`;

/** The legal basis of an export: a line that starts with a visible character. */
export const LEGAL_BASIS_PATTERN = `^[^${INVISIBLE}]${LINE_PATTERN.slice(1)}`;

const ACCOUNT_CODE = new RegExp(ACCOUNT_CODE_PATTERN, 'u');
const ACCOUNT_CODE_CHARACTERS_MAX = 64;

/** Whether the value can be the code of a general-ledger account. */
export function isAccountCode(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    isShort(value, ACCOUNT_CODE_CHARACTERS_MAX) &&
    ACCOUNT_CODE.test(value)
  );
}
