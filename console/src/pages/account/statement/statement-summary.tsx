import Alert from '@cloudscape-design/components/alert';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { AccountEntry, StatementPage } from '../../../../../client/client.ts';
import type { ListReading } from '../../../api/use-list.ts';
import type { DayPeriod } from '../../../parts/reports/periods.ts';
import { formatDay } from '../../../values/calendar-dates.ts';
import { formatAmount } from '../../../values/money.ts';
import { statementText } from './messages.ts';
import { sumStatement } from './statement-sum.ts';

interface StatementSummaryProps {
  readonly period: DayPeriod;
  readonly currency: string;
  readonly list: ListReading<AccountEntry, StatementPage>;
}

/** The balances of the period, and what came in and went out between them. */
export function StatementSummary({ period, currency, list }: StatementSummaryProps) {
  const { items, summary, hasMore } = list;
  if (items === undefined || summary === undefined) return null;
  const sum = hasMore ? undefined : sumStatement(items, summary);
  const show = (amount: string | undefined) =>
    amount === undefined ? statementText('notAll') : `${formatAmount(amount)}\u00a0${currency}`;
  return (
    <SpaceBetween size="s">
      <KeyValuePairs
        columns={4}
        items={[
          { label: nameOpening(period), value: show(summary.opening_balance) },
          { label: statementText('allIn'), value: show(sum?.amountIn) },
          { label: statementText('allOut'), value: show(sum?.amountOut) },
          { label: nameClosing(period), value: show(summary.closing_balance) },
        ]}
      />
      {sum?.addsUp === false && <Alert type="error">{statementText('mismatch')}</Alert>}
    </SpaceBetween>
  );
}

/** The opening balance with its day, at whose start it is. */
export function nameOpening({ from }: DayPeriod): string {
  return from === undefined
    ? statementText('opening')
    : statementText('openingOf', { day: formatDay(from) });
}

/** The closing balance with its day, at whose end it is. */
export function nameClosing({ to }: DayPeriod): string {
  return to === undefined
    ? statementText('closingNow')
    : statementText('closingOf', { day: formatDay(to) });
}
