// The filters of a list, which are in its address. What is typed counts when the form is sent.
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { isCalendarDate } from '../../values/calendar-dates.ts';
import { filterText } from './filter-messages.ts';

export interface ListFilter<Name extends string> {
  readonly name: Name;
  readonly label: string;
  readonly isDay?: boolean;
  readonly placeholder?: string;
}

type FilterValues<Name extends string> = Readonly<Partial<Record<Name, string>>>;

interface FilterFormProps<Name extends string> {
  readonly filters: readonly ListFilter<Name>[];
  /** Of the address; another address is another form. */
  readonly values: FilterValues<Name>;
  /** Called with the filters that have a text. */
  readonly onShow: (values: FilterValues<Name>) => void;
}

export function FilterForm<Name extends string>(props: FilterFormProps<Name>) {
  const { filters, values, onShow } = props;
  const [typed, setTyped] = useState<FilterValues<string>>(values);
  const [isChecked, setIsChecked] = useState(false);
  const show = () => {
    setIsChecked(true);
    const texts = filters.map((filter) => [filter, (typed[filter.name] ?? '').trim()] as const);
    if (texts.some(([filter, text]) => isWrongDay(filter, text))) return;
    const filled = texts.filter(([, text]) => text !== '');
    onShow(
      Object.fromEntries(filled.map(([{ name }, text]) => [name, text])) as FilterValues<Name>,
    );
  };
  const clear = () => {
    setTyped({});
    setIsChecked(false);
    onShow({} as FilterValues<Name>);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        show();
      }}
    >
      <SpaceBetween direction="horizontal" size="m" alignItems="end">
        {filters.map((filter) => (
          <FilterField
            key={filter.name}
            filter={filter}
            value={typed[filter.name] ?? ''}
            isChecked={isChecked}
            onChange={(text) => setTyped({ ...typed, [filter.name]: text })}
          />
        ))}
        <Button>{filterText('find')}</Button>
        <Button formAction="none" onClick={clear}>
          {filterText('clear')}
        </Button>
      </SpaceBetween>
    </form>
  );
}

interface FilterFieldProps {
  readonly filter: ListFilter<string>;
  readonly value: string;
  readonly isChecked: boolean;
  readonly onChange: (text: string) => void;
}

function FilterField({ filter, value, isChecked, onChange }: FilterFieldProps) {
  const isWrong = isChecked && isWrongDay(filter, value.trim());
  const placeholder = filter.isDay === true ? filterText('day') : filter.placeholder;
  return (
    <FormField label={filter.label} {...(isWrong && { errorText: filterText('dayInvalid') })}>
      <Input
        value={value}
        {...(placeholder !== undefined && { placeholder })}
        onChange={({ detail }) => onChange(detail.value)}
      />
    </FormField>
  );
}

function isWrongDay({ isDay = false }: ListFilter<string>, text: string): boolean {
  return isDay && text !== '' && !isCalendarDate(text);
}
