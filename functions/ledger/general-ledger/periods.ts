// Reads and writes of accounting periods. Every read is strongly consistent.
import { buildOpenPeriod } from '../../domain/general-ledger/periods.ts';
import type { Period, PeriodRecords } from '../../domain/general-ledger/periods.ts';
import type { Write } from '../commit/commit.ts';
import { buildVersionedWrite } from '../commit/conditional-writes.ts';
import { readToDecide } from '../commit/read-to-decide.ts';
import type { Session } from '../commit/session.ts';
import { getItem } from '../store/batch-get.ts';
import type { Item } from '../store/item.ts';
import { keys } from '../store/keys.ts';
import type { Key } from '../store/keys.ts';
import { listPartition } from '../store/merged-lists.ts';
import { toPage } from '../store/pages.ts';
import type { Page, PageRequest } from '../store/pages.ts';
import { periodFields } from './items.ts';
import { fromSettingsItem } from './settings.ts';

/** One period, which is open until it is closed for the first time: one request. */
export async function readPeriod(session: Session, period: string): Promise<Period> {
  const item = await getItem(session, keys.generalLedgerPeriod(session.tenant, period));
  return fromPeriodItem(item, period);
}

/** The period and the settings that a mutation changes, read by readToDecide. */
export async function readPeriodToChange(session: Session, period: string): Promise<PeriodRecords> {
  const { tenant } = session;
  const settingsKey = keys.generalLedgerSettings(tenant);
  const periodKey = keys.generalLedgerPeriod(tenant, period);
  const items = await readToDecide(session, [settingsKey, periodKey]);
  const find = ({ PK }: Key) => items.find((item) => item.PK === PK);
  return {
    settings: fromSettingsItem(find(settingsKey)),
    period: fromPeriodItem(find(periodKey), period),
  };
}

/** A page of the periods that have been closed at least once, by month: one request. */
export async function listPeriods(
  { store, tenant }: Session,
  { order, after, limit }: PageRequest,
): Promise<Page<Period>> {
  const partition = keys.generalLedgerPeriods(tenant);
  const rest = order === 'oldest first' ? { after } : { before: after };
  const { items, hasMore } = await listPartition(store, { partition, ...rest, order }, limit);
  return toPage(items.map(periodFields.fromItem), hasMore, items.at(-1)?.SK);
}

/** Replaces the period, provided that it has not changed meanwhile. */
export function buildPeriodWrite(session: Session, period: Period): Write {
  const key = keys.generalLedgerPeriod(session.tenant, period.period);
  return buildVersionedWrite(session, periodFields.toItem(key, period), period.version);
}

function fromPeriodItem(item: Item | undefined, period: string): Period {
  return item ? periodFields.fromItem(item) : buildOpenPeriod(period);
}
