import { formatAmount } from '../values/money.ts';
import './parts.css';

interface MoneyCellProps {
  /** A decimal string of the API. */
  readonly amount: string;
  /** Shown where a row does not name it. */
  readonly currency?: string;
  /** Follows the amount: `in`, `out`. */
  readonly direction?: string;
}

/** An amount in a table: right-aligned, its digits below those of the other rows. */
export function MoneyCell({ amount, currency, direction }: MoneyCellProps) {
  const text = [formatAmount(amount), currency, direction].filter((part) => part !== undefined);
  return <span className="money">{text.join('\u00a0')}</span>;
}

/** The heading of a column of amounts. */
export function MoneyHeader({ children }: { readonly children: string }) {
  return <span className="money-header">{children}</span>;
}
