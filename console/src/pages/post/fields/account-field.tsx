import Autosuggest from '@cloudscape-design/components/autosuggest';
import FormField from '@cloudscape-design/components/form-field';
import { useEffect, useState } from 'react';
import type { Account } from '../../../../../client/client.ts';
import { shortenIdentifier } from '../../../values/identifiers.ts';
import { formatAmount } from '../../../values/money.ts';
import type { FieldFault } from '../field-faults.ts';
import { postText } from '../messages.ts';
import { formatFault } from './format-fault.ts';
import { useAccountSearch } from './use-account-search.ts';

interface AccountFieldProps {
  readonly label: string;
  readonly account: Account | undefined;
  /** What is typed to find it. */
  readonly text: string;
  readonly onChange: (account: Account | undefined, text: string) => void;
  readonly fault: FieldFault | undefined;
  /** The currency of the other accounts. */
  readonly currency?: string | undefined;
  readonly isLocked: boolean;
}

/** An account, found by what an operator knows of it. */
export function AccountField(props: AccountFieldProps) {
  const { label, account, text, onChange, fault, currency, isLocked } = props;
  const search = useAccountSearch(account === undefined ? text : '');
  const [isLeft, setIsLeft] = useState(false);
  const accounts = search.data ?? [];
  const [only, other] = accounts;
  const isOnly = account === undefined && text.trim() !== '' && other === undefined;
  const chosen = isLeft && isOnly ? only : undefined;
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
      constraintText={account === undefined ? postText('accountHint') : describeAccount(account)}
      {...(fault !== undefined && { errorText: formatFault(fault, currency) })}
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
        enteredTextLabel={(entered) => postText('accountSearch', { text: entered })}
        empty={postText('accountNone')}
        statusType={search.isPending ? 'loading' : search.error === null ? 'finished' : 'error'}
        errorText={postText('accountsFailed')}
        onChange={({ detail }) => enter(detail.value)}
        onFocus={() => setIsLeft(false)}
        onBlur={() => setIsLeft(true)}
      />
    </FormField>
  );
}

function describeAccount({ id, balance, currency }: Account): string {
  return postText('accountChosen', {
    id: shortenIdentifier(id),
    balance: formatAmount(balance),
    currency,
  });
}
