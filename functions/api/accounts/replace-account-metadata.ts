import { replaceAccountMetadata } from '../../../schemas/generated/operations/replace-account-metadata.ts';
import { replaceMetadata } from '../../domain/accounts/metadata.ts';
import { commit } from '../../ledger/commit/commit.ts';
import { readAccountToDecide } from '../../ledger/accounts/reads.ts';
import { buildMetadataWrite } from '../../ledger/accounts/writes.ts';
import { operation } from '../../runtime/operation.ts';
import { toAccountView } from '../../views/account.ts';

export const handler = operation(replaceAccountMetadata, async ({ path, body, session }) => {
  // A malformed key is 400, whether or not there is such an account.
  replaceMetadata(undefined, body.metadata);
  const before = await readAccountToDecide(session, path.accountId);
  const metadata = replaceMetadata(before.metadata, body.metadata);
  const account = { ...before, metadata };
  const { id } = before.terms;
  return commit(session, {
    writes: [buildMetadataWrite(session, account)],
    events: [
      {
        type: 'account.metadata_replaced',
        aggregateId: id,
        version: metadata.version,
        payload: { id, metadata: metadata.pairs, metadata_version: metadata.version },
      },
    ],
    status: 200,
    body: toAccountView(account),
  });
});
