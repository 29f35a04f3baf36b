import { createAccount } from '../../../schemas/generated/operations/create-account.ts';
import { openAccount } from '../../domain/accounts/accounts.ts';
import { commit } from '../../ledger/commit/commit.ts';
import { buildIdGenerator } from '../../ledger/store/ids.ts';
import { buildAccountWrites } from '../../ledger/journal/writes.ts';
import { operation } from '../../runtime/operation.ts';
import { toAccountView } from '../../views/account.ts';

export const handler = operation(createAccount, async ({ body, session, now }) => {
  const newId = buildIdGenerator(session.store.shards)(now);
  const account = openAccount(body, newId('acc'), now);
  return commit(session, {
    writes: buildAccountWrites(session, account),
    events: [{ type: 'account.created', aggregateId: account.terms.id, version: 1, payloadAt: '' }],
    status: 201,
    body: toAccountView(account),
  });
});
