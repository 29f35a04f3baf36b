// The control totals of an export. The receipt has them as free members, as older exports lack some.

export interface ShownTotals {
  readonly currency: string;
  readonly total_debits: string;
  readonly total_credits: string;
}

/** The debits and credits of each currency; what is not of that form is left out. */
export function readCurrencyTotals({
  by_currency,
}: Readonly<Record<string, unknown>>): readonly ShownTotals[] {
  return Array.isArray(by_currency) ? by_currency.filter(isCurrencyTotals) : [];
}

/** A count of the totals; zero where they have none of this name. */
export function readTotalCount(totals: Readonly<Record<string, unknown>>, name: string): number {
  const count = totals[name];
  return typeof count === 'number' ? count : 0;
}

function isCurrencyTotals(row: unknown): row is ShownTotals {
  if (typeof row !== 'object' || row === null) return false;
  const members = row as Readonly<Record<string, unknown>>;
  return ['currency', 'total_debits', 'total_credits'].every(
    (name) => typeof members[name] === 'string',
  );
}
