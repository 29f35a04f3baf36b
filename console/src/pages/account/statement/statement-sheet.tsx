// The statement on paper: a plain table, whose heading the browser repeats on every sheet.
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import type { Account, AccountEntry, StatementPage } from '../../../../../client/client.ts';
import type { WholeList } from '../../../api/list-pages.ts';
import { useTenant } from '../../../api/use-tenant.ts';
import { EntryTypeName } from '../../../parts/entry-type-name.tsx';
import { Instant } from '../../../parts/instant.tsx';
import type { DayPeriod } from '../../../parts/reports/periods.ts';
import { formatDay } from '../../../values/calendar-dates.ts';
import { formatInstant } from '../../../values/instants.ts';
import { formatAmount } from '../../../values/money.ts';
import { statementText } from './messages.ts';
import { nameClosing, nameOpening } from './statement-summary.tsx';
import './statement-sheet.css';

interface StatementSheetProps {
  readonly account: Account;
  readonly period: DayPeriod;
  readonly statement: WholeList<AccountEntry, StatementPage>;
  readonly onPrinted: () => void;
}

export function StatementSheet({ account, period, statement, onPrinted }: StatementSheetProps) {
  const { timeZone } = useTenant();
  const { items, summary } = statement;
  useEffect(() => {
    window.addEventListener('afterprint', onPrinted);
    window.print();
    return () => window.removeEventListener('afterprint', onPrinted);
  }, [onPrinted]);
  const time = formatInstant(new Date().toISOString(), timeZone);
  return createPortal(
    <table className="statement-sheet">
      <thead>
        <tr>
          <td colSpan={6} className="statement-sheet-heading">
            <strong>
              {statementText('title')}: {account.name}
            </strong>
            <div>
              {account.id} · {account.currency} · {describePeriod(period)}
            </div>
            <div>{statementText('printedAt', { time, zone: timeZone })}</div>
          </td>
        </tr>
        <tr>
          <th scope="col">{statementText('posted')}</th>
          <th scope="col">{statementText('entryType')}</th>
          <th scope="col">{statementText('reference')}</th>
          <th scope="col">{statementText('amountIn')}</th>
          <th scope="col">{statementText('amountOut')}</th>
          <th scope="col">{statementText('balanceAfter')}</th>
        </tr>
      </thead>
      <tbody>
        <BalanceRow label={nameClosing(period)} balance={summary?.closing_balance} />
        {items.map((entry) => (
          <EntryRow key={entry.id} entry={entry} />
        ))}
        <BalanceRow label={nameOpening(period)} balance={summary?.opening_balance} />
      </tbody>
    </table>,
    document.body,
  );
}

function EntryRow({ entry }: { readonly entry: AccountEntry }) {
  const { posted_at, entry_type, reference, direction, amount, balance_after } = entry;
  const shown = formatAmount(amount);
  return (
    <tr>
      <td>
        <Instant value={posted_at} />
      </td>
      <td>
        <EntryTypeName type={entry_type} />
      </td>
      <td>{reference}</td>
      <td>{direction === 'CREDIT' && shown}</td>
      <td>{direction === 'DEBIT' && shown}</td>
      <td>{formatAmount(balance_after)}</td>
    </tr>
  );
}

interface BalanceRowProps {
  readonly label: string;
  readonly balance: string | undefined;
}

function BalanceRow({ label, balance }: BalanceRowProps) {
  return (
    <tr>
      <th scope="row" colSpan={5}>
        {label}
      </th>
      <td>{balance !== undefined && formatAmount(balance)}</td>
    </tr>
  );
}

function describePeriod({ from, to }: DayPeriod): string {
  if (from === undefined && to === undefined) return statementText('wholePeriod');
  if (to === undefined) return statementText('periodFrom', { from: formatDay(from ?? '') });
  if (from === undefined) return statementText('periodTo', { to: formatDay(to) });
  return statementText('periodOf', { from: formatDay(from), to: formatDay(to) });
}
