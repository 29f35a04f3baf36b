/** Formats rows as aligned columns. */
export function formatColumns(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, column) => (widths[column] = Math.max(widths[column] ?? 0, cell.length)));
  }
  const padded = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)));
  return padded.map((row) => row.join('  ').trimEnd()).join('\n');
}
