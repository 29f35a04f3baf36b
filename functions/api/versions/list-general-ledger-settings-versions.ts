import { listGeneralLedgerSettingsVersions } from '../../../schemas/generated/operations/list-general-ledger-settings-versions.ts';
import { operation } from '../../runtime/operation.ts';
import { readVersionPage } from './read-version-page.ts';

export const handler = operation(listGeneralLedgerSettingsVersions, ({ query, session, after }) =>
  readVersionPage(
    session,
    { noun: 'general_ledger_settings', id: [] },
    { after, limit: query.limit },
  ),
);
