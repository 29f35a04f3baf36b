// Which rows of a tree are open, in the address: the rows that are closed, as those are few.

export interface TreeRow<Row> {
  readonly id: string;
  readonly children: readonly Row[];
}

/** Lists the rows that are seen, from the top: those below a closed one are not. */
export function listOpenRows<Row extends TreeRow<Row>>(
  roots: readonly Row[],
  closed: ReadonlySet<string>,
): readonly Row[] {
  return roots.flatMap((row) =>
    closed.has(row.id) ? [row] : [row, ...listOpenRows(row.children, closed)],
  );
}

/** Reads the closed rows from the parameter of the address. */
export function parseClosedRows(text: string | undefined): ReadonlySet<string> {
  return new Set(text?.split(',').map(decodeRow) ?? []);
}

/** Writes the closed rows for the address, after one of them was opened or closed. */
export function toggleClosedRow(closed: ReadonlySet<string>, id: string): string | undefined {
  const others = [...closed].filter((each) => each !== id);
  const next = closed.has(id) ? others : [...others, id];
  return next.length === 0 ? undefined : next.map(encodeURIComponent).join(',');
}

// An address that was cut off may end inside of a code.
function decodeRow(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
