import DateInput from '@cloudscape-design/components/date-input';
import FormField from '@cloudscape-design/components/form-field';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { useApi } from '../../api/api-clients.ts';
import { requireData } from '../../api/api-failure.ts';
import { RequestDialog } from '../../parts/requests/request-dialog.tsx';
import type { RequestReference } from '../../parts/requests/request-dialog.tsx';
import { formatMonth, isCalendarMonth } from '../../values/calendar-dates.ts';
import { periodsText } from './messages.ts';
import { TieOutNotice } from './tie-out-notice.tsx';

interface PeriodRequestProps {
  readonly change: 'close' | 'reopen';
  /** What is first in the field. */
  readonly period: string;
  /** Whether another month may be entered. */
  readonly isChosen: boolean;
  readonly onClose: (request?: RequestReference) => void;
}

/** Asks to close or to reopen an accounting period; another operator decides. */
export function PeriodRequest({ change, period, isChosen, onClose }: PeriodRequestProps) {
  const [month, setMonth] = useState(period);
  const send = useSendChange(change);
  const isMonth = isCalendarMonth(month);
  return (
    <RequestDialog<RequestReference, string>
      fields={month}
      operation={change === 'close' ? 'closeGeneralLedgerPeriod' : 'reopenGeneralLedgerPeriod'}
      title={periodsText(change === 'close' ? 'askToCloseThis' : 'askToReopen')}
      question={
        <SpaceBetween size="s">
          <div>{describeChange(change, month)}</div>
          {change === 'close' && isMonth && <TieOutNotice month={month} />}
        </SpaceBetween>
      }
      isComplete={isMonth}
      send={send}
      onClose={onClose}
      {...(!isChosen && {
        renderFields: (isLocked, isChecked) => (
          <MonthField
            label={periodsText('month')}
            month={month}
            onChange={setMonth}
            isLocked={isLocked}
            isChecked={isChecked}
          />
        ),
      })}
    />
  );
}

function useSendChange(change: 'close' | 'reopen') {
  const { ledger } = useApi();
  return async (
    { reason, fields: period }: { readonly reason: string; readonly fields: string },
    key: string,
  ): Promise<RequestReference> => {
    const params = { path: { period }, header: { 'Idempotency-Key': key } };
    const body = { reason };
    return change === 'close'
      ? requireData(
          await ledger.POST('/api/general-ledger/periods/{period}/close', { params, body }),
        )
      : requireData(
          await ledger.POST('/api/general-ledger/periods/{period}/reopen', { params, body }),
        );
  };
}

function describeChange(change: 'close' | 'reopen', month: string): string {
  if (!isCalendarMonth(month)) return periodsText('questionCloseNone');
  const period = formatMonth(month);
  return periodsText(change === 'close' ? 'questionClose' : 'questionReopen', { period });
}

interface MonthFieldProps {
  readonly label: string;
  readonly month: string;
  readonly onChange: (month: string) => void;
  readonly isLocked: boolean;
  readonly isChecked: boolean;
}

export function MonthField({ label, month, onChange, isLocked, isChecked }: MonthFieldProps) {
  const isWrong = isChecked && !isCalendarMonth(month);
  return (
    <FormField label={label} errorText={isWrong ? periodsText('monthInvalid') : undefined}>
      <DateInput
        value={month}
        granularity="month"
        format="iso"
        placeholder={periodsText('monthHint')}
        readOnly={isLocked}
        onChange={({ detail }) => onChange(detail.value)}
      />
    </FormField>
  );
}
