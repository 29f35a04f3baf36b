/** A plain text table: the first column aligned left, figures right. */
export function formatTable(
  heading: readonly string[],
  rows: readonly (readonly string[])[],
): string[] {
  const lines = [heading, ...rows];
  const widths = heading.map((_, column) =>
    Math.max(...lines.map((cells) => cells[column]?.length ?? 0)),
  );
  const rule = widths.map((width) => '-'.repeat(width));
  return [heading, rule, ...rows].map((cells) =>
    cells
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return column === 0 ? cell.padEnd(width) : cell.padStart(width);
      })
      .join('  ')
      .trimEnd(),
  );
}

/** The verdict on a target, in words that can be searched for. */
export function formatTargetVerdict(isMet: boolean): string {
  return isMet ? 'met' : 'MISSED';
}
