import Autosuggest from '@cloudscape-design/components/autosuggest';
import FormField from '@cloudscape-design/components/form-field';
import { useQuery } from '@tanstack/react-query';
import type { GeneralLedgerAccount } from '../../../../../client/client.ts';
import { useApi } from '../../../api/api-clients.ts';
import type { ConsoleClients } from '../../../api/api-clients.ts';
import { requireData } from '../../../api/api-failure.ts';
import { useOperationKey } from '../../../api/queries.ts';
import type { FieldFault } from '../field-faults.ts';
import { postText } from '../messages.ts';
import { formatFault } from './format-fault.ts';

interface CodeFieldProps {
  readonly value: string;
  readonly onChange: (code: string) => void;
  readonly fault: FieldFault | undefined;
  readonly isLocked: boolean;
}

/** A code of the chart. Codes outside of it may be typed, as an institution may have an open chart. */
export function CodeField({ value, onChange, fault, isLocked }: CodeFieldProps) {
  const { ledger } = useApi();
  const queryKey = useOperationKey('listGeneralLedgerAccounts');
  const { data = [] } = useQuery({ queryKey, queryFn: () => readChart(ledger), staleTime: 60_000 });
  return (
    <FormField
      label={postText('code')}
      {...(fault !== undefined && { errorText: formatFault(fault) })}
    >
      <Autosuggest
        value={value}
        readOnly={isLocked}
        options={data
          .filter(({ status }) => status === 'ACTIVE')
          .map(({ code, name }) => ({ value: code, description: name }))}
        enteredTextLabel={(code) => postText('codeName', { code })}
        onChange={({ detail }) => onChange(detail.value)}
      />
    </FormField>
  );
}

async function readChart(ledger: ConsoleClients['ledger']) {
  const accounts: GeneralLedgerAccount[] = [];
  let cursor: string | undefined;
  do {
    const query = { limit: 100, ...(cursor !== undefined && { cursor }) };
    const page = requireData(
      await ledger.GET('/api/general-ledger/accounts', { params: { query } }),
    );
    accounts.push(...page.items);
    cursor = page.next_cursor;
  } while (cursor !== undefined);
  return accounts;
}
