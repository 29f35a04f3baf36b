// Amounts are decimal strings from the API to the screen. Intl formats such a string exactly, however long it
// is; a number would round it.

/** The digits of the API in every locale: what is shown can be typed, and is read as it stands. */
const AMOUNT_FORMAT = {
  numberingSystem: 'latn',
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
} as const;

/** Text that is a number, in the type that Intl accepts. */
type DecimalText = `${number}`;

const formats = new Map<string, Intl.NumberFormat>();

/** Formats an amount such as `-1250.00` for the reader's locale, without its currency. */
export function formatAmount(amount: string, locale?: string): string {
  return findFormat(locale).format(amount as DecimalText);
}

function findFormat(locale: string | undefined): Intl.NumberFormat {
  const known = formats.get(locale ?? '');
  if (known !== undefined) return known;
  const format = new Intl.NumberFormat(locale, AMOUNT_FORMAT);
  formats.set(locale ?? '', format);
  return format;
}

export type AmountReading =
  | { readonly kind: 'amount'; readonly amount: string }
  /** Another locale would read another amount. */
  | { readonly kind: 'ambiguous' }
  | { readonly kind: 'empty' }
  | { readonly kind: 'invalid' };

/**
 * Reads an amount that an operator typed with the separators of the locale. What is no amount there but is one
 * with the separators of another locale is ambiguous, and never read.
 */
export function parseAmount(text: string, locale?: string): AmountReading {
  const typed = text.replace(SPACES, '');
  if (typed === '') return { kind: 'empty' };
  const amount = readInLocale(typed, locale);
  if (amount !== undefined) return { kind: 'amount', amount };
  const isReadElsewhere = ['en', 'de'].some((other) => readInLocale(typed, other) !== undefined);
  return { kind: isReadElsewhere ? 'ambiguous' : 'invalid' };
}

/** Operators type them as they like, also between groups. */
const SPACES = /\s/g;

function readInLocale(typed: string, locale: string | undefined): string | undefined {
  const { group, decimal } = findSeparators(locale);
  const [whole = '', places, ...rest] = typed.split(decimal);
  if (rest.length > 0 || (places !== undefined && !/^\d{1,2}$/.test(places))) return undefined;
  const digits = group === '' ? whole : whole.replaceAll(group, '');
  if (!/^\d+$/.test(digits)) return undefined;
  // Groups stand where the locale has them, or nowhere.
  if (digits !== whole && groupDigits(digits, locale) !== whole) return undefined;
  return `${digits.replace(/^0+(?=\d)/, '')}.${(places ?? '').padEnd(2, '0')}`;
}

interface AmountSeparators {
  /** Empty where the locale has spaces. */
  readonly group: string;
  readonly decimal: string;
}

function findSeparators(locale: string | undefined): AmountSeparators {
  const parts = findFormat(locale).formatToParts(-1_234_567.5);
  const find = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return { group: find('group').replace(SPACES, ''), decimal: find('decimal') };
}

function groupDigits(digits: string, locale: string | undefined): string {
  const parts = findFormat(locale).formatToParts(digits as DecimalText);
  const whole = parts.filter(({ type }) => type === 'integer' || type === 'group');
  return whole.map(({ value }) => value.replace(SPACES, '')).join('');
}
