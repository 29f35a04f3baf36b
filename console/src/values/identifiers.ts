const LAST = 6;

/**
 * Shortens an identifier to its prefix and its end: identifiers of one day start alike, so the start tells
 * nothing apart.
 */
export function shortenIdentifier(identifier: string): string {
  const [, prefix = ''] = /^([a-z]+_)/.exec(identifier) ?? [];
  if (identifier.length <= prefix.length + LAST + 1) return identifier;
  return `${prefix}…${identifier.slice(-LAST)}`;
}

/** Whether the text has the form of a currency. */
export function isCurrency(text: string): text is string {
  return /^[A-Z]{3}$/.test(text);
}
