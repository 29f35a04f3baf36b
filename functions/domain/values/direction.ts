/** The side of a ledger line, or what a posting does to its account: a credit raises the balance. */
export type Direction = 'DEBIT' | 'CREDIT';

export function opposite(direction: Direction): Direction {
  return direction === 'DEBIT' ? 'CREDIT' : 'DEBIT';
}
