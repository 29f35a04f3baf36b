import { upsertGeneralLedgerAccount } from '../../../schemas/generated/operations/upsert-general-ledger-account.ts';
import { refuseDotCode, refuseInvalidMappings } from '../../domain/general-ledger/accounts.ts';
import { buildAccountDefinedEvent } from '../../events/general-ledger.ts';
import { commit } from '../../ledger/commit/commit.ts';
import { readAndDefineAccounts } from '../../ledger/general-ledger/define-accounts.ts';
import { operation } from '../../runtime/operation.ts';
import { toGeneralLedgerAccountView } from '../../views/general-ledger.ts';

export const handler = operation(
  upsertGeneralLedgerAccount,
  async ({ path: { code }, body: request, session, now }) => {
    refuseDotCode(code);
    refuseInvalidMappings(request);
    const { accounts, writes } = await readAndDefineAccounts(session, [{ code, request }], now);
    return commit(session, {
      writes,
      events: accounts.map((account) => buildAccountDefinedEvent(account, '')),
      status: 200,
      body: accounts.map(toGeneralLedgerAccountView)[0],
    });
  },
);
