import Button from '@cloudscape-design/components/button';
import DateInput from '@cloudscape-design/components/date-input';
import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { useTenant } from '../../api/use-tenant.ts';
import { findDay } from '../../values/zone-days.ts';
import { buildPeriod, findPeriodFaults, findPeriodName, PERIOD_NAMES } from './periods.ts';
import type { DayPeriod, PeriodFault, PeriodName } from './periods.ts';
import { reportsText } from './reports-messages.ts';

interface PeriodFilterProps {
  readonly period: DayPeriod;
  readonly onShow: (period: DayPeriod) => void;
  /** Of the second day; `Up to` without it. */
  readonly toLabel?: string;
  /** Shown below the last day. */
  readonly hint?: string;
  /** Whether the first day has a meaning. */
  readonly hasFrom?: boolean;
}

const NAME_TEXTS = {
  all: 'periodAll',
  month: 'periodMonth',
  'last-month': 'periodLastMonth',
  year: 'periodYear',
  'last-year': 'periodLastYear',
} as const satisfies Readonly<Record<PeriodName, string>>;

const FAULT_TEXTS = {
  day: 'dayInvalid',
  backwards: 'periodBackwards',
} as const satisfies Readonly<Record<PeriodFault, string>>;

/**
 * The period of the address: by name, or by its days. What is typed counts when the form is sent. Give it the
 * period as its key, so that it follows the address.
 */
export function PeriodFilter(props: PeriodFilterProps) {
  const { period, onShow, toLabel, hint, hasFrom = true } = props;
  const [from, setFrom] = useState(period.from ?? '');
  const [to, setTo] = useState(period.to ?? '');
  const [isChecked, setIsChecked] = useState(false);
  const faults = findPeriodFaults(from, to);
  const send = () => {
    setIsChecked(true);
    if (Object.keys(faults).length > 0) return;
    onShow({ ...(from !== '' && { from }), ...(to !== '' && { to }) });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <SpaceBetween direction="horizontal" size="m" alignItems="end">
        {hasFrom && <NamedPeriod period={period} onShow={onShow} />}
        {hasFrom && (
          <DayField
            label={reportsText('from')}
            value={from}
            onChange={setFrom}
            fault={isChecked ? faults.from : undefined}
          />
        )}
        <DayField
          label={toLabel ?? reportsText('to')}
          hint={hint}
          value={to}
          onChange={setTo}
          fault={isChecked ? faults.to : undefined}
        />
        <Button>{reportsText('show')}</Button>
      </SpaceBetween>
    </form>
  );
}

function NamedPeriod({ period, onShow }: Pick<PeriodFilterProps, 'period' | 'onShow'>) {
  const { timeZone } = useTenant();
  const today = findDay(new Date(), timeZone);
  const options = PERIOD_NAMES.map((name) => ({
    value: name as string,
    label: reportsText(NAME_TEXTS[name]),
  }));
  const other = { value: 'other', label: reportsText('periodOther') };
  const name = findPeriodName(period, today);
  return (
    <FormField label={reportsText('period')}>
      <Select
        options={name === undefined ? [...options, other] : options}
        selectedOption={options.find(({ value }) => value === name) ?? other}
        onChange={({ detail }) => {
          const chosen = PERIOD_NAMES.find((each) => each === detail.selectedOption.value);
          if (chosen !== undefined) onShow(buildPeriod(chosen, today));
        }}
      />
    </FormField>
  );
}

interface DayFieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly value: string;
  readonly onChange: (day: string) => void;
  readonly fault: PeriodFault | undefined;
}

function DayField({ label, hint, value, onChange, fault }: DayFieldProps) {
  return (
    <FormField
      label={label}
      {...(hint !== undefined && { constraintText: hint })}
      {...(fault !== undefined && { errorText: reportsText(FAULT_TEXTS[fault]) })}
    >
      <DateInput
        value={value}
        format="iso"
        placeholder={reportsText('dayHint')}
        onChange={({ detail }) => onChange(detail.value)}
      />
    </FormField>
  );
}
