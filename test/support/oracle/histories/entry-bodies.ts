// The journal entries of random histories: mostly well formed.
import { amountOf, minorOf, sumOf } from './amounts.ts';
import { idOf } from './requests.ts';
import type { View } from './requests.ts';
import type { Entry, Move } from './commands.ts';
import type { NewEntry } from '../journal.ts';
import type { Line, Posting } from './world.ts';

type Body = NewEntry & { readonly account_postings: readonly Posting[] };

export function entryBody({ moves, fault, isOpening, hasTexts }: Entry, view: View): Body {
  const postings = moves.map((move, at) =>
    posting(move, view, { fault, hasTexts, isFirst: at === 0 }),
  );
  return {
    ledger_lines: lines(postings, fault),
    account_postings: postings,
    ...(hasTexts && { description: 'Salary November' }),
    ...(isOpening && { entry_type: 'OPENING_BALANCE' as const }),
  };
}

function posting(
  { account, direction, amount }: Move,
  view: View,
  { fault, hasTexts, isFirst }: { fault: Entry['fault']; hasTexts: boolean; isFirst: boolean },
): Posting {
  const id = idOf(account, view, 'accounts', 'acc');
  const found = view.own.accounts.get(id);
  const isOther = fault === 'foreign' || (fault === 'mixed' && isFirst);
  return {
    account_id: id,
    direction,
    amount: fault === 'zero' && isFirst ? '0.00' : amountIn(amount, found?.balance ?? 0n),
    currency: isOther ? 'GBP' : (found?.currency ?? 'EUR'),
    ...(hasTexts && { reference: 'Salary' }),
  };
}

function amountIn(amount: string, balance: bigint): string {
  if (amount !== 'all') return amount;
  return balance > 0n ? amountOf(balance) : '1.00';
}

function lines(postings: readonly Posting[], fault: Entry['fault']): Line[] {
  const sum = amountOf(sumOf(postings.map(({ amount }) => minorOf(amount))) || 100n);
  if (sum.length > 39) return lines([], fault);
  const debit = { account_code: '1000', debit_amount: sum };
  if (fault === 'unbalanced') return [debit, { account_code: '2000', credit_amount: '77.77' }];
  if (fault === 'two sides') return [{ ...debit, credit_amount: sum }, debit];
  return [debit, { account_code: '2000', debit_amount: '0.00', credit_amount: sum }];
}
