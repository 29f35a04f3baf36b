import { formatAmount } from '../../values/money.ts';
import { reportsText } from './reports-messages.ts';
import '../parts.css';

/** A balance of the general ledger by its side: `1,250.00 debit`. */
export function BalanceCell({ balance }: { readonly balance: string }) {
  return <span className="money">{formatBalance(balance)}</span>;
}

/** Formats a balance of the general ledger, debits minus credits, by its side. */
export function formatBalance(balance: string): string {
  const size = formatAmount(balance.replace('-', ''));
  const side = findSide(balance);
  return side === undefined ? size : `${size}\u00a0${reportsText(side)}`;
}

function findSide(balance: string): 'debit' | 'credit' | undefined {
  if (/^-?[0.]+$/.test(balance)) return undefined;
  return balance.startsWith('-') ? 'credit' : 'debit';
}
