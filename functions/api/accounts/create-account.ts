import { createAccount } from '../../../schemas/generated/operations/create-account.ts';
import { describeTakenExternalId, openAccount } from '../../domain/accounts/accounts.ts';
import { Refusal } from '../../domain/refusals/refusals.ts';
import { commit } from '../../ledger/commit/commit.ts';
import type { Session } from '../../ledger/commit/session.ts';
import { buildIdGenerator } from '../../ledger/store/ids.ts';
import { findExternalIdHolder } from '../../ledger/accounts/reads.ts';
import { buildAccountWrites } from '../../ledger/accounts/writes.ts';
import { operation } from '../../runtime/operation.ts';
import { toAccountView } from '../../views/account.ts';

export const handler = operation(createAccount, async ({ body, session, now, permissions }) => {
  const newId = buildIdGenerator(session.store.shards)(now);
  const account = openAccount(body, newId('acc'), now);
  if (body.external_id !== undefined) {
    await refuseTakenExternalId(session, body.external_id, permissions);
  }
  return commit(session, {
    writes: buildAccountWrites(session, account),
    events: [{ type: 'account.created', aggregateId: account.terms.id, version: 1, payloadAt: '' }],
    status: 201,
    body: toAccountView(account),
  });
});

async function refuseTakenExternalId(
  session: Session,
  externalId: string,
  permissions: ReadonlySet<string>,
): Promise<void> {
  const holder = await findExternalIdHolder(session, externalId);
  if (holder === undefined) return;
  const shown = permissions.has('finance.read') ? holder : undefined;
  throw new Refusal('external_id_taken', describeTakenExternalId(externalId, shown));
}
