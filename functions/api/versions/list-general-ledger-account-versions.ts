import { listGeneralLedgerAccountVersions } from '../../../schemas/generated/operations/list-general-ledger-account-versions.ts';
import { operation } from '../../runtime/operation.ts';
import { readVersionPage } from './read-version-page.ts';

export const handler = operation(
  listGeneralLedgerAccountVersions,
  ({ path, query, session, after }) =>
    readVersionPage(
      session,
      { noun: 'general_ledger_account', id: [path.code] },
      { after, limit: query.limit },
    ),
);
