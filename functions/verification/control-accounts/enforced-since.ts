import { generalLedgerSettingsFields } from '../../ledger/general-ledger/items.ts';
import { keys } from '../../ledger/store/keys.ts';
import { readRecord } from '../../ledger/store/table-scans.ts';
import type { VerificationRun } from '../check.ts';
import { readIfSound } from '../records/unreadable.ts';
import { CHANGE_MS } from './control-history.ts';

/** When the tenant's postings started to obey ENFORCED; undefined under REPORTED. */
export async function readEnforcedSince(
  { store }: VerificationRun,
  tenant: string,
): Promise<string | undefined> {
  const item = await readRecord(store, keys.generalLedgerSettings(tenant));
  const settings = item && readIfSound(() => generalLedgerSettingsFields.fromItem(item));
  if (settings?.controlAccounts !== 'ENFORCED' || settings.updatedAt === undefined)
    return undefined;
  return new Date(Date.parse(settings.updatedAt) + CHANGE_MS).toISOString();
}
