import { upsertGeneralLedgerAccount } from '../../../schemas/generated/operations/upsert-general-ledger-account.ts';
import {
  defineAccount,
  findAncestors,
  refuseInvalidMappings,
} from '../../domain/general-ledger/accounts.ts';
import { buildAccountDefinedEvent } from '../../events/general-ledger.ts';
import { commit } from '../../ledger/commit/commit.ts';
import {
  buildLedgerAccountWrites,
  readLedgerAccountsToDecide,
} from '../../ledger/general-ledger/accounts.ts';
import { operation } from '../../runtime/operation.ts';
import { toGeneralLedgerAccountView } from '../../views/general-ledger.ts';

export const handler = operation(
  upsertGeneralLedgerAccount,
  async ({ path: { code }, body, session, now }) => {
    refuseInvalidMappings(body);
    const { parent } = body;
    const codes = parent === undefined || parent === code ? [code] : [code, parent];
    const known = await readLedgerAccountsToDecide(session, codes);
    const before = known.get(code);
    const find = async (wanted: string) =>
      known.get(wanted) ?? (await readLedgerAccountsToDecide(session, [wanted])).get(wanted);
    // No other change makes an account part of itself.
    const isMoved = parent !== before?.parent;
    const ancestors = isMoved ? await findAncestors(code, parent, find) : [];
    const account = defineAccount(code, body, before, now);
    return commit(session, {
      writes: buildLedgerAccountWrites(session, account, ancestors),
      events: [buildAccountDefinedEvent(account, '')],
      status: 200,
      body: toGeneralLedgerAccountView(account),
    });
  },
);
