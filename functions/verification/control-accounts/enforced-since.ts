import { generalLedgerSettingsFields } from '../../ledger/general-ledger/items.ts';
import { keys } from '../../ledger/store/keys.ts';
import { readRecord } from '../../ledger/store/table-scans.ts';
import type { VerificationRun } from '../check.ts';
import { readIfSound } from '../records/unreadable.ts';
import { CHANGE_MS } from './control-history.ts';

/**
 * Whether the settings may have changed since the run started. What was read before and after the change is then
 * summed over different periods, and the period after it ends before it starts: the next run compares it.
 */
export async function hasNewSettings(
  { store, startedAt }: VerificationRun,
  tenant: string,
): Promise<boolean> {
  const item = await readRecord(store, keys.generalLedgerSettings(tenant));
  const settings = item && readIfSound(() => generalLedgerSettingsFields.fromItem(item));
  if (settings?.updatedAt === undefined) return false;
  return Date.parse(settings.updatedAt) + CHANGE_MS > Date.parse(startedAt);
}

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
