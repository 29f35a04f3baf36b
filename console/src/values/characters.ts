/** Counts characters as the contract does: some are two units of a text. */
export function countCharacters(text: string): number {
  return Array.from(text).length;
}
