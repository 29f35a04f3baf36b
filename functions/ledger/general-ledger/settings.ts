// Reads and writes of the general ledger's settings. Every read is strongly consistent.
import { DEFAULT_GENERAL_LEDGER_SETTINGS } from '../../domain/general-ledger/settings.ts';
import type { GeneralLedgerSettings } from '../../domain/general-ledger/settings.ts';
import { findDayIn } from '../../domain/values/time-zones.ts';
import type { Write } from '../commit/commit.ts';
import {
  buildAbsenceCheck,
  buildVersionCheck,
  buildVersionedWrite,
} from '../commit/conditional-writes.ts';
import { readToDecide } from '../commit/read-to-decide.ts';
import type { Session } from '../commit/session.ts';
import { batchGet } from '../store/batch-get.ts';
import type { Item } from '../store/item.ts';
import { keys } from '../store/keys.ts';
import { readCachedConfiguration } from '../tenant-configuration.ts';
import { generalLedgerSettingsFields } from './items.ts';

/** The settings, or the defaults: one request. */
export async function readSettings({ store, tenant }: Session): Promise<GeneralLedgerSettings> {
  const [item] = await batchGet(store, store.ledgerTable, [keys.generalLedgerSettings(tenant)]);
  return fromSettingsItem(item);
}

/** The settings that postings obey, at most CACHE_MS old: no request while they are in the cache. */
export async function readCachedSettings(
  session: Session,
  now: Date,
): Promise<GeneralLedgerSettings> {
  const { settings } = await readCachedConfiguration(session, now);
  return fromSettingsItem(settings);
}

/** The day of the instant in the tenant's time zone: no request while the settings are in the cache. */
export async function readAccountingDate(session: Session, at: Date): Promise<string> {
  const { timeZone } = await readCachedSettings(session, at);
  return findDayIn(timeZone, at);
}

/** The settings that a mutation changes, or the defaults, read by readToDecide. */
export async function readSettingsToChange(session: Session): Promise<GeneralLedgerSettings> {
  const [item] = await readToDecide(session, [keys.generalLedgerSettings(session.tenant)]);
  return fromSettingsItem(item);
}

/** Replaces the settings, provided that they have not changed meanwhile. */
export function buildSettingsWrite(session: Session, settings: GeneralLedgerSettings): Write {
  const key = keys.generalLedgerSettings(session.tenant);
  const item = generalLedgerSettingsFields.toItem(key, settings);
  return buildVersionedWrite(session, item, settings.version);
}

/** Succeeds only if the settings have not changed since they were read. */
export function buildSettingsCheck(
  session: Session,
  { version }: Pick<GeneralLedgerSettings, 'version'>,
): Write {
  const key = keys.generalLedgerSettings(session.tenant);
  return version === 0 ? buildAbsenceCheck(session, key) : buildVersionCheck(session, key, version);
}

/** The settings of an item, or the defaults. */
export function fromSettingsItem(item: Item | undefined): GeneralLedgerSettings {
  return item ? generalLedgerSettingsFields.fromItem(item) : DEFAULT_GENERAL_LEDGER_SETTINGS;
}
