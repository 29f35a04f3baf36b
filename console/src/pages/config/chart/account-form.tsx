import { useState } from 'react';
import type {
  DefineGeneralLedgerAccount,
  GeneralLedgerAccount,
} from '../../../../../client/client.ts';
import { useApi } from '../../../api/api-clients.ts';
import { requireData } from '../../../api/api-failure.ts';
import { useDraft } from '../../../api/submissions/use-draft.ts';
import { useChart } from '../../../api/use-chart.ts';
import { ChangeForm } from '../editing/change-form.tsx';
import {
  describeChartAccount,
  findChartAccountFaults,
  placeChartAccountFaults,
  toChartAccountInput,
} from './account-draft.ts';
import { ChartAccountFields } from './account-fields.tsx';
import { chartAccountText } from './messages.ts';

interface ChartAccountFormProps {
  /** Undefined for an account that is new. */
  readonly account: GeneralLedgerAccount | undefined;
  readonly onClose: () => void;
}

/** Adds an account to the chart, or changes it. */
export function ChartAccountForm({ account, onClose }: ChartAccountFormProps) {
  const isNew = account === undefined;
  const draft = useDraft(`chart account ${account?.code ?? ''}`, toChartAccountInput(account));
  const [isChecked, setIsChecked] = useState(false);
  const { data: chart } = useChart();
  const { input, change } = draft;
  const faults = findChartAccountFaults(input, chart, isNew);
  const title = chartAccountText(isNew ? 'add' : 'submitChange');
  return (
    <ChangeForm
      title={title}
      operation="upsertGeneralLedgerAccount"
      submitLabel={title}
      draft={draft}
      describe={describeChartAccount}
      toRequest={({ code, account: body }) => ({ path: { code }, text: JSON.stringify(body) })}
      onCheck={() => setIsChecked(true)}
      build={() => {
        if (Object.keys(faults).length > 0) return undefined;
        return { code: input.code.trim(), account: describeChartAccount(input) };
      }}
      send={useSendAccount()}
      onClose={onClose}
    >
      {(isLocked, _faults, memberFaults) => (
        <ChartAccountFields
          input={input}
          change={change}
          faults={{
            ...placeChartAccountFaults(input, memberFaults),
            ...(isChecked ? faults : {}),
          }}
          isNew={isNew}
          isLocked={isLocked}
        />
      )}
    </ChangeForm>
  );
}

interface SentAccount {
  readonly code: string;
  readonly account: DefineGeneralLedgerAccount;
}

function useSendAccount() {
  const { ledger } = useApi();
  return async ({ code, account }: SentAccount, key: string) =>
    requireData(
      await ledger.PUT('/api/general-ledger/accounts/{code}', {
        params: { path: { code }, header: { 'Idempotency-Key': key } },
        body: account,
      }),
    );
}
