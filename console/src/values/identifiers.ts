const LAST = 6;

/**
 * Shortens an identifier to its prefix and its end. Identifiers of one day have the same start, so only the end
 * distinguishes them.
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
