import { toShownText } from '../shown-text.ts';

/** Formats the differences and the conclusion of an export's check. */
export function formatVerdict(differences: readonly string[]): string {
  const end = differences.length === 0 ? 'The export is sound.' : 'The export is NOT sound.';
  return [...differences.map((line) => `DIFFERS  ${toShownText(line)}`), end].join('\n');
}
