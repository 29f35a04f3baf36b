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
