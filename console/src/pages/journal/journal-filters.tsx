import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { isCalendarDate } from '../../values/calendar-dates.ts';
import { journalText } from './messages.ts';

export interface JournalSearch {
  readonly from?: string;
  readonly to?: string;
  readonly account_code?: string;
  readonly reference?: string;
  readonly posted_by?: string;
  readonly control_difference?: string;
  readonly only?: 'differences' | 'skipped-rules';
}

type FilterTexts = Readonly<Partial<Record<keyof JournalSearch, string>>>;
type TypedFilter = Exclude<keyof JournalSearch, 'only'>;

const TYPED_FILTERS = {
  from: 'from',
  to: 'to',
  account_code: 'code',
  reference: 'reference',
  posted_by: 'postedByFilter',
  control_difference: 'controlDifference',
} as const satisfies Readonly<Record<TypedFilter, string>>;

const route = getRouteApi('/journal');

/** The filters of the address. What is typed counts when the form is sent. */
export function JournalFilters({ search }: { readonly search: JournalSearch }) {
  const navigate = route.useNavigate();
  const [typed, setTyped] = useState<FilterTexts>(search);
  const [isChecked, setIsChecked] = useState(false);
  const show = (next: FilterTexts) => {
    setIsChecked(true);
    if (isWrongDay(next.from) || isWrongDay(next.to)) return;
    const trimmed = Object.entries(next).map(([name, text]) => [name, text.trim()]);
    const filled = trimmed.filter(([, text]) => text !== '');
    void navigate({ search: Object.fromEntries(filled) as JournalSearch });
  };
  const clear = () => {
    setTyped({});
    void navigate({ search: {} });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        show(typed);
      }}
    >
      <SpaceBetween direction="horizontal" size="m" alignItems="end">
        {(Object.keys(TYPED_FILTERS) as TypedFilter[]).map((name) => (
          <TypedFilterField
            key={name}
            name={name}
            value={typed[name] ?? ''}
            isChecked={isChecked}
            onChange={(text) => setTyped({ ...typed, [name]: text })}
          />
        ))}
        <OnlyFilter only={search.only ?? ''} onChange={(only) => show({ ...typed, only })} />
        <Button>{journalText('find')}</Button>
        <Button formAction="none" onClick={clear}>
          {journalText('clear')}
        </Button>
      </SpaceBetween>
    </form>
  );
}

interface TypedFilterFieldProps {
  readonly name: TypedFilter;
  readonly value: string;
  readonly isChecked: boolean;
  readonly onChange: (text: string) => void;
}

function TypedFilterField({ name, value, isChecked, onChange }: TypedFilterFieldProps) {
  const isDay = name === 'from' || name === 'to';
  const isWrong = isDay && isChecked && isWrongDay(value);
  return (
    <FormField
      label={journalText(TYPED_FILTERS[name])}
      errorText={isWrong ? journalText('dateInvalid') : undefined}
    >
      <Input
        value={value}
        {...(isDay && { placeholder: journalText('dateHint') })}
        onChange={({ detail }) => onChange(detail.value)}
      />
    </FormField>
  );
}

interface OnlyFilterProps {
  readonly only: string;
  readonly onChange: (only: string) => void;
}

function OnlyFilter({ only, onChange }: OnlyFilterProps) {
  const options = [
    { value: '', label: journalText('onlyAny') },
    { value: 'differences', label: journalText('onlyDifferences') },
    { value: 'skipped-rules', label: journalText('onlySkippedRules') },
  ];
  return (
    <FormField label={journalText('only')}>
      <Select
        options={options}
        selectedOption={options.find(({ value }) => value === only) ?? null}
        onChange={({ detail }) => onChange(detail.selectedOption.value ?? '')}
      />
    </FormField>
  );
}

function isWrongDay(text: string | undefined): boolean {
  return text !== undefined && text.trim() !== '' && !isCalendarDate(text.trim());
}
