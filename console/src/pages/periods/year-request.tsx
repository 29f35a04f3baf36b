import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import { useState } from 'react';
import type { YearClosing } from '../../../../client/client.ts';
import { useApi } from '../../api/api-clients.ts';
import { requireData } from '../../api/api-failure.ts';
import { useChart } from '../../api/use-chart.ts';
import { TextField } from '../../parts/fields/text-field.tsx';
import { RequestDialog } from '../../parts/requests/request-dialog.tsx';
import type { RequestReference } from '../../parts/requests/request-dialog.tsx';
import { isCalendarMonth } from '../../values/calendar-dates.ts';
import { periodsText } from './messages.ts';
import { MonthField } from './period-request.tsx';

export interface SubmittedYear extends RequestReference {
  readonly year_closing?: Pick<YearClosing, 'entries' | 'remaining_accounts'>;
}

interface YearFields {
  readonly month: string;
  readonly equity: string;
  readonly reference: string;
}

interface YearRequestProps {
  /** What is first in the field. */
  readonly year: string;
  readonly onClose: (request?: SubmittedYear) => void;
}

/** Asks to close a fiscal year; another operator decides on the entries that the answer proposes. */
export function YearRequest({ year, onClose }: YearRequestProps) {
  const { ledger } = useApi();
  const [fields, setFields] = useState<YearFields>({ month: year, equity: '', reference: '' });
  return (
    <RequestDialog<SubmittedYear, YearFields>
      fields={fields}
      operation="closeGeneralLedgerYear"
      title={periodsText('askToCloseYear')}
      question={periodsText('questionYear')}
      isComplete={isCalendarMonth(fields.month) && fields.equity !== ''}
      send={async ({ reason, fields: { month, equity, reference } }, key) =>
        requireData(
          await ledger.POST('/api/general-ledger/years/{year}/close', {
            params: { path: { year: month }, header: { 'Idempotency-Key': key } },
            body: {
              equity_account_code: equity,
              ...(reference.trim() !== '' && { reference: reference.trim() }),
              reason,
            },
          }),
        )
      }
      onClose={onClose}
      renderFields={(isLocked, isChecked) => (
        <>
          <MonthField
            label={periodsText('yearStart')}
            month={fields.month}
            onChange={(month) => setFields({ ...fields, month })}
            isLocked={isLocked}
            isChecked={isChecked}
          />
          <EquityField
            code={fields.equity}
            onChange={(equity) => setFields({ ...fields, equity })}
            isLocked={isLocked}
            isChecked={isChecked}
          />
          <ReferenceField
            reference={fields.reference}
            onChange={(reference) => setFields({ ...fields, reference })}
            isLocked={isLocked}
          />
        </>
      )}
    />
  );
}

interface ReferenceFieldProps {
  readonly reference: string;
  readonly onChange: (reference: string) => void;
  readonly isLocked: boolean;
}

function ReferenceField({ reference, onChange, isLocked }: ReferenceFieldProps) {
  return (
    <TextField
      label={periodsText('yearReference')}
      hint={periodsText('referenceHint')}
      value={reference}
      isLocked={isLocked}
      onChange={onChange}
    />
  );
}

interface EquityFieldProps {
  readonly code: string;
  readonly onChange: (code: string) => void;
  readonly isLocked: boolean;
  readonly isChecked: boolean;
}

function EquityField({ code, onChange, isLocked, isChecked }: EquityFieldProps) {
  const chart = useChart();
  const options = (chart.data ?? [])
    .filter(({ type, status }) => type === 'EQUITY' && status === 'ACTIVE')
    .map((account) => ({ value: account.code, label: `${account.code} ${account.name}` }));
  const isMissing = isChecked && code === '';
  return (
    <FormField
      label={periodsText('equity')}
      constraintText={periodsText('equityHint')}
      errorText={isMissing ? periodsText('equityMissing') : undefined}
    >
      <Select
        options={options}
        selectedOption={options.find(({ value }) => value === code) ?? null}
        placeholder={periodsText('equityMissing')}
        empty={periodsText('equityNone')}
        disabled={isLocked}
        statusType={chart.isPending ? 'loading' : 'finished'}
        onChange={({ detail }) => onChange(detail.selectedOption.value ?? '')}
      />
    </FormField>
  );
}
