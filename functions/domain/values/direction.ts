/** The side of a ledger line, or the direction of a posting: a credit raises the account's balance. */
export type Direction = 'DEBIT' | 'CREDIT';

export function opposite(direction: Direction): Direction {
  return direction === 'DEBIT' ? 'CREDIT' : 'DEBIT';
}
