import SpaceBetween from '@cloudscape-design/components/space-between';
import type { Account } from '../../../../../client/client.ts';
import { readWholeList } from '../../../api/list-pages.ts';
import { CsvButton } from '../../../parts/reports/csv-button.tsx';
import { CSV_ROWS_MAX } from '../../../parts/reports/csv-file.ts';
import type { DayPeriod } from '../../../parts/reports/periods.ts';
import { PrintButton } from './print-button.tsx';
import { buildStatementCsv, buildStatementRows } from './statement-csv.ts';
import type { ReadStatementPage } from './use-statement.ts';

interface StatementFilesProps {
  readonly account: Account;
  readonly period: DayPeriod;
  readonly readPage: ReadStatementPage;
  readonly isDisabled: boolean;
}

/** The whole statement as a file, or on paper. */
export function StatementFiles(props: StatementFilesProps) {
  const { account, readPage, isDisabled } = props;
  return (
    <SpaceBetween direction="horizontal" size="xs">
      <CsvButton
        name={`statement-${account.id}`}
        columns={buildStatementCsv(account.currency)}
        isDisabled={isDisabled}
        read={async (onProgress) =>
          buildStatementRows(await readWholeList(readPage, CSV_ROWS_MAX, onProgress))
        }
      />
      <PrintButton {...props} />
    </SpaceBetween>
  );
}
