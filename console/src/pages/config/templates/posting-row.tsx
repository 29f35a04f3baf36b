import ColumnLayout from '@cloudscape-design/components/column-layout';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Direction } from '../../../../../client/client.ts';
import { useApi } from '../../../api/api-clients.ts';
import { requireData } from '../../../api/api-failure.ts';
import { useOperationKey } from '../../../api/queries.ts';
import { ChoiceField } from '../../../parts/fields/choice-field.tsx';
import { TextField } from '../../../parts/fields/text-field.tsx';
import { AccountField } from '../../../parts/ledger/account-field.tsx';
import { templateText } from './messages.ts';
import type { TemplateFaults, TemplatePostingInput } from './template-draft.ts';

interface TemplatePostingProps {
  readonly posting: TemplatePostingInput;
  readonly onChange: (part: Partial<TemplatePostingInput>) => void;
  readonly faults: TemplateFaults;
  readonly isLocked: boolean;
  readonly amountFields: ReactNode;
}

export function PostingRow(props: TemplatePostingProps) {
  const { posting, onChange, faults, isLocked, amountFields } = props;
  const { id, accountId, direction, reference } = posting;
  return (
    <ColumnLayout columns={3} minColumnWidth={150}>
      <ChoiceField
        label={templateText('accountKind')}
        options={[
          { value: 'fixed', label: templateText('accountFixed') },
          { value: 'asked', label: templateText('accountAsked') },
        ]}
        value={accountId === undefined ? 'asked' : 'fixed'}
        isLocked={isLocked}
        onChange={(kind) => onChange({ accountId: kind === 'asked' ? undefined : '' })}
      />
      {accountId !== undefined && (
        <FixedAccount
          accountId={accountId}
          onChange={(chosen) => onChange({ accountId: chosen })}
          error={faults[`${id}.account`]}
          isLocked={isLocked}
        />
      )}
      <ChoiceField
        label={templateText('direction')}
        options={[
          { value: 'CREDIT', label: templateText('directionIn') },
          { value: 'DEBIT', label: templateText('directionOut') },
        ]}
        value={direction}
        isLocked={isLocked}
        onChange={(chosen) => onChange({ direction: chosen as Direction })}
      />
      {amountFields}
      <TextField
        label={templateText('reference')}
        hint={templateText('referenceHint')}
        error={faults[`${id}.reference`]}
        value={reference}
        isLocked={isLocked}
        onChange={(text) => onChange({ reference: text })}
      />
    </ColumnLayout>
  );
}

interface FixedAccountProps {
  readonly accountId: string;
  readonly onChange: (accountId: string) => void;
  readonly error: string | undefined;
  readonly isLocked: boolean;
}

/** The draft has only the id of the account: names of customers are not kept in the browser. */
function FixedAccount({ accountId, onChange, error, isLocked }: FixedAccountProps) {
  const { ledger } = useApi();
  const [text, setText] = useState<string>();
  const queryKey = useOperationKey('getAccount', { accountId });
  const { data } = useQuery({
    queryKey,
    queryFn: async () =>
      requireData(
        await ledger.GET('/api/accounts/{accountId}', { params: { path: { accountId } } }),
      ),
    enabled: accountId !== '',
  });
  const account = accountId === '' ? undefined : data;
  return (
    <AccountField
      label={templateText('account')}
      account={account}
      text={account?.name ?? text ?? accountId}
      onChange={(found, typed) => {
        setText(typed);
        onChange(found?.id ?? '');
      }}
      error={error}
      isLocked={isLocked}
    />
  );
}
