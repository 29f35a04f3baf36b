/** A Markdown table, its figures to the right. */
export function formatTable(
  heading: readonly string[],
  rows: readonly (readonly string[])[],
): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = heading.map((_, column) => (column === 0 ? '---' : '---:'));
  return [line(heading), line(rule), ...rows.map(line)];
}
