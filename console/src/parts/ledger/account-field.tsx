import Autosuggest from '@cloudscape-design/components/autosuggest';
import FormField from '@cloudscape-design/components/form-field';
import { useEffect, useState } from 'react';
import { useAccountSearch } from '../../api/search/use-account-search.ts';
import type { FoundAccount } from '../../api/search/use-account-search.ts';
import { shortenIdentifier } from '../../values/identifiers.ts';
import { formatAmount } from '../../values/money.ts';
import { ledgerFieldText } from './ledger-messages.ts';

interface AccountFieldProps {
  readonly label: string;
  readonly account: FoundAccount | undefined;
  /** What is typed to find it. */
  readonly text: string;
  readonly onChange: (account: FoundAccount | undefined, text: string) => void;
  /** What the form says of it. */
  readonly error: string | undefined;
  readonly isLocked: boolean;
}

/** An account, found by what an operator knows of it. */
export function AccountField(props: AccountFieldProps) {
  const { label, account, text, onChange, error, isLocked } = props;
  const search = useAccountSearch(account === undefined ? text : '');
  const [isLeft, setIsLeft] = useState(false);
  const { accounts = [], only } = search.data ?? {};
  const chosen = isLeft && account === undefined ? only : undefined;
  useEffect(() => {
    // The search may end after the field was left.
    if (chosen !== undefined) onChange(chosen, chosen.name);
  }, [chosen, onChange]);
  const enter = (entered: string) => {
    const found = accounts.find(({ id }) => id === entered);
    onChange(found, found?.name ?? entered);
  };
  return (
    <FormField
      label={label}
      constraintText={
        account === undefined ? ledgerFieldText('accountHint') : describeAccount(account)
      }
      {...(error !== undefined && { errorText: error })}
    >
      <Autosuggest
        value={text}
        readOnly={isLocked}
        filteringType="manual"
        options={accounts.map((each) => ({
          value: each.id,
          label: each.name,
          description: describeAccount(each),
        }))}
        enteredTextLabel={(entered) => ledgerFieldText('accountSearch', { text: entered })}
        empty={ledgerFieldText('accountNone')}
        statusType={search.isPending ? 'loading' : search.error === null ? 'finished' : 'error'}
        errorText={ledgerFieldText('accountsFailed')}
        onChange={({ detail }) => enter(detail.value)}
        onFocus={() => setIsLeft(false)}
        onBlur={() => setIsLeft(true)}
      />
    </FormField>
  );
}

function describeAccount({ id, balance, currency }: FoundAccount): string {
  return ledgerFieldText('accountChosen', {
    id: shortenIdentifier(id),
    balance: formatAmount(balance),
    currency,
  });
}
