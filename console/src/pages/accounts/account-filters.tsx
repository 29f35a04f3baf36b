import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { AccountStatus } from '../../../../client/client.ts';
import { partsText } from '../../parts/parts-messages.ts';
import { accountsText } from './messages.ts';

export interface AccountSearch {
  readonly status?: AccountStatus;
  readonly customer_id?: string;
  readonly external_id?: string;
}

const route = getRouteApi('/accounts');

const STATUS_WORDS = {
  ACTIVE: 'accountStatusActive',
  FROZEN: 'accountStatusFrozen',
  CLOSED: 'accountStatusClosed',
} as const;

function listStatusOptions() {
  const statuses = Object.entries(STATUS_WORDS).map(([value, word]) => ({
    value,
    label: partsText(word),
  }));
  return [{ value: '', label: accountsText('anyStatus') }, ...statuses];
}

/** The filters of the address. What is typed counts when the form is sent. */
export function AccountFilters({ search }: { readonly search: AccountSearch }) {
  const navigate = route.useNavigate();
  const [customer, setCustomer] = useState(search.customer_id ?? '');
  const [external, setExternal] = useState(search.external_id ?? '');
  const options = listStatusOptions();
  const show = (change: AccountSearch) => {
    const typed = { customer_id: customer.trim(), external_id: external.trim() };
    const filled = Object.entries({ ...search, ...typed, ...change }).filter(([, text]) => text);
    void navigate({ search: Object.fromEntries(filled) as AccountSearch });
  };
  const clear = () => {
    setCustomer('');
    setExternal('');
    void navigate({ search: {} });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        show({});
      }}
    >
      <SpaceBetween direction="horizontal" size="m" alignItems="end">
        <FormField label={accountsText('status')}>
          <Select
            options={options}
            selectedOption={options.find(({ value }) => value === (search.status ?? '')) ?? null}
            onChange={({ detail }) => {
              const { value = '' } = detail.selectedOption;
              show({ status: value as AccountStatus });
            }}
          />
        </FormField>
        <FormField label={accountsText('customerFilter')}>
          <Input value={customer} onChange={({ detail }) => setCustomer(detail.value)} />
        </FormField>
        <FormField label={accountsText('externalFilter')}>
          <Input value={external} onChange={({ detail }) => setExternal(detail.value)} />
        </FormField>
        <Button>{accountsText('find')}</Button>
        <Button formAction="none" onClick={clear}>
          {accountsText('clear')}
        </Button>
      </SpaceBetween>
    </form>
  );
}
