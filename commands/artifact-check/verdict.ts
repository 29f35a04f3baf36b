/** What the check of an export says at its end, whether the export is sound or not. */
export function formatVerdict(differences: readonly string[]): string {
  const end = differences.length === 0 ? 'The export is sound.' : 'The export is NOT sound.';
  return [...differences.map((line) => `DIFFERS  ${line}`), end].join('\n');
}
