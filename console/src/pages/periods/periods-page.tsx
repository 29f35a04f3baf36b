import Button from '@cloudscape-design/components/button';
import ButtonDropdown from '@cloudscape-design/components/button-dropdown';
import Flashbar from '@cloudscape-design/components/flashbar';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useCallback, useState } from 'react';
import type { AccountingPeriod } from '../../../../client/client.ts';
import type { ListColumn } from '../../parts/item-list.tsx';
import { readWholeList } from '../../api/list-pages.ts';
import { useTenant } from '../../api/use-tenant.ts';
import { ListPage } from '../../parts/list-page.tsx';
import { CsvButton } from '../../parts/reports/csv-button.tsx';
import { CSV_ROWS_MAX } from '../../parts/reports/csv-file.ts';
import { RequestLink } from '../../routing/request-link.tsx';
import { useIsPermitted } from '../../session/session-context.tsx';
import { addMonths, formatMonth } from '../../values/calendar-dates.ts';
import { findDay } from '../../values/zone-days.ts';
import { periodsText } from './messages.ts';
import { PendingChanges } from './pending-changes.tsx';
import { buildPeriodRows, periodColumns, periodCsvColumns } from './period-columns.tsx';
import { PeriodRequest } from './period-request.tsx';
import { useFiscalYearStart } from './use-fiscal-year-start.ts';
import { usePeriods } from './use-periods.ts';
import { YearRequest } from './year-request.tsx';
import type { SubmittedYear } from './year-request.tsx';
import { pageTitle } from '../../routing/page-titles.ts';

interface OpenDialog {
  readonly kind: 'close' | 'reopen' | 'year';
  /** Absent where it is entered in the dialog. */
  readonly period?: string;
}

/** The accounting periods that were closed at least once, and requests to close and reopen. */
export function PeriodsPage() {
  const { list, readPage } = usePeriods();
  const mayAsk = useIsPermitted(['finance.write']);
  const [dialog, setDialog] = useState<OpenDialog>();
  const [request, setRequest] = useState<SubmittedYear>();
  const close = useCallback((submitted?: SubmittedYear) => {
    setDialog(undefined);
    setRequest(submitted);
  }, []);
  return (
    <SpaceBetween size="m">
      <ListPage
        title={pageTitle('periods')}
        level="h1"
        list={list}
        columns={mayAsk ? [...periodColumns, buildActionColumn(setDialog)] : periodColumns}
        readId={({ period }) => period}
        empty={periodsText('none')}
        filters={
          <SpaceBetween size="s">
            {request !== undefined && <RequestNotice request={request} />}
            <PendingChanges />
          </SpaceBetween>
        }
        actions={
          <SpaceBetween direction="horizontal" size="xs">
            <CsvButton
              name="accounting-periods"
              columns={periodCsvColumns}
              isDisabled={list.items === undefined}
              read={async (onProgress) =>
                buildPeriodRows((await readWholeList(readPage, CSV_ROWS_MAX, onProgress)).items)
              }
            />
            {mayAsk && <AskButtons onAsk={setDialog} />}
          </SpaceBetween>
        }
      />
      {dialog !== undefined && <RequestForm dialog={dialog} onClose={close} />}
    </SpaceBetween>
  );
}

function AskButtons({ onAsk }: { readonly onAsk: (dialog: OpenDialog) => void }) {
  return (
    <SpaceBetween direction="horizontal" size="xs">
      <Button onClick={() => onAsk({ kind: 'year' })}>{periodsText('askToCloseYear')}</Button>
      <Button onClick={() => onAsk({ kind: 'close' })}>{periodsText('askToClose')}</Button>
    </SpaceBetween>
  );
}

function buildActionColumn(onAsk: (dialog: OpenDialog) => void): ListColumn<AccountingPeriod> {
  return {
    id: 'actions',
    header: periodsText('actions'),
    cell: ({ period, state }) => {
      if (state === 'CLOSING') return null;
      const kind = state === 'CLOSED' ? 'reopen' : 'close';
      const text = periodsText(kind === 'close' ? 'askToCloseThis' : 'askToReopen');
      return (
        <ButtonDropdown
          variant="inline-icon"
          expandToViewport
          ariaLabel={periodsText('actionsOf', { period: formatMonth(period) })}
          items={[{ id: kind, text }]}
          onItemClick={() => onAsk({ kind, period })}
        />
      );
    },
  };
}

interface RequestFormProps {
  readonly dialog: OpenDialog;
  readonly onClose: (request?: SubmittedYear) => void;
}

function RequestForm({ dialog: { kind, period }, onClose }: RequestFormProps) {
  const { timeZone } = useTenant();
  const fiscalYearStart = useFiscalYearStart();
  const today = findDay(new Date(), timeZone);
  if (kind === 'year') {
    if (fiscalYearStart === undefined) return null;
    return <YearRequest year={findEndedYear(today, fiscalYearStart)} onClose={onClose} />;
  }
  return (
    <PeriodRequest
      change={kind}
      period={period ?? addMonths(today.slice(0, 7), -1)}
      isChosen={period !== undefined}
      onClose={onClose}
    />
  );
}

/** Finds the first month of the last fiscal year that has ended. */
function findEndedYear(today: string, start: string): string {
  const thisYear = `${today.slice(0, 4)}-${start}`;
  const current = today.slice(0, 7) < thisYear ? addMonths(thisYear, -12) : thisYear;
  return addMonths(current, -12);
}

function RequestNotice({
  request: { id, year_closing: year },
}: {
  readonly request: SubmittedYear;
}) {
  const remaining = year?.remaining_accounts ?? 0;
  return (
    <Flashbar
      items={[
        {
          id,
          type: 'success',
          content: (
            <>
              {year === undefined
                ? periodsText('requested')
                : periodsText('requestedYear', { count: year.entries.length })}
              {remaining > 0 && <div>{periodsText('remaining', { count: remaining })}</div>}
            </>
          ),
          action: <RequestLink requestId={id}>{periodsText('openRequest')}</RequestLink>,
        },
      ]}
    />
  );
}
