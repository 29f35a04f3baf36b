// Differences from control accounts that an entry recorded and cannot have.
import type { JournalEntry } from '../../domain/journal/journal.ts';
import { formatMoney, money, readCurrency, toMinorUnits } from '../../domain/values/money.ts';

/** The code, the stored and the derived value of each difference that the entry cannot have. */
export function listFalseDifferences(
  { entryType, ledgerLines, controlDifferences = [] }: JournalEntry,
  enforcedSince: string | undefined,
): (readonly [string, string, string])[] {
  return controlDifferences.flatMap(({ accountCode, expected, found }) => {
    if (enforcedSince !== undefined && entryType !== 'REVERSAL') {
      return [[accountCode, formatMoney(found), `${formatMoney(expected)}, as enforced`] as const];
    }
    const derived = ledgerLines
      .filter((line) => line.accountCode === accountCode)
      .reduce(
        (sum, { side, amount }) => sum + (side === 'CREDIT' ? 1n : -1n) * toMinorUnits(amount),
        0n,
      );
    if (derived === toMinorUnits(found)) return [];
    const text = formatMoney(money(derived, readCurrency(found)));
    return [[accountCode, formatMoney(found), text] as const];
  });
}
