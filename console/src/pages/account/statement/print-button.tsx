import Button from '@cloudscape-design/components/button';
import { useMutation } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { Account, AccountEntry, StatementPage } from '../../../../../client/client.ts';
import { ListTooLongError, readWholeList } from '../../../api/list-pages.ts';
import type { WholeList } from '../../../api/list-pages.ts';
import { ErrorPanel } from '../../../parts/error-panel.tsx';
import type { DayPeriod } from '../../../parts/reports/periods.ts';
import { statementText } from './messages.ts';
import { StatementSheet } from './statement-sheet.tsx';
import type { ReadStatementPage } from './use-statement.ts';

/** More are no letter but a file. */
const ENTRIES_MAX = 5_000;

interface PrintButtonProps {
  readonly account: Account;
  readonly period: DayPeriod;
  readonly readPage: ReadStatementPage;
  readonly isDisabled: boolean;
}

/** Prints the whole statement of the period, also what is not shown yet. */
export function PrintButton({ account, period, readPage, isDisabled }: PrintButtonProps) {
  const [count, setCount] = useState(0);
  const [statement, setStatement] = useState<WholeList<AccountEntry, StatementPage>>();
  const forget = useCallback(() => setStatement(undefined), []);
  const reading = useMutation({
    mutationFn: () => readWholeList(readPage, ENTRIES_MAX, setCount),
    onSuccess: setStatement,
  });
  return (
    <>
      <Button disabled={isDisabled} loading={reading.isPending} onClick={() => reading.mutate()}>
        {statementText('print')}
      </Button>
      <span role="status">
        {reading.isPending && count > 0 ? statementText('printReading', { count }) : ''}
      </span>
      {reading.error !== null && <ErrorPanel error={describeFailure(reading.error)} />}
      {statement !== undefined && (
        <StatementSheet
          account={account}
          period={period}
          statement={statement}
          onPrinted={forget}
        />
      )}
    </>
  );
}

function describeFailure(error: Error): Error {
  if (!(error instanceof ListTooLongError)) return error;
  return new Error(statementText('printTooLong', { count: error.limit }));
}
