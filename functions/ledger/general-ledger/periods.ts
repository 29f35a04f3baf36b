// Reads and writes of accounting periods. Every read is strongly consistent.
import { buildOpenPeriod } from '../../domain/general-ledger/periods.ts';
import type { Period, PeriodRecords } from '../../domain/general-ledger/periods.ts';
import type { Write } from '../commit/commit.ts';
import { buildPutNew, buildVersionReplacement } from '../commit/conditional-writes.ts';
import { readToDecide } from '../commit/read-to-decide.ts';
import type { Session } from '../commit/session.ts';
import { getItem } from '../store/batch-get.ts';
import type { Item } from '../store/item.ts';
import { keys } from '../store/keys.ts';
import { limitToAnswerSize, runQuery } from '../store/merged-lists.ts';
import { toPage } from '../store/pages.ts';
import type { Page } from '../store/pages.ts';
import { generalLedgerSettingsFields, periodFields } from './items.ts';
import { DEFAULT_GENERAL_LEDGER_SETTINGS } from '../../domain/general-ledger/settings.ts';

/** One period, which is open until it is closed for the first time: one request. */
export async function readPeriod(session: Session, period: string): Promise<Period> {
  const item = await getItem(session, keys.generalLedgerPeriod(session.tenant, period));
  return fromPeriodItem(item, period);
}

/** The period and the settings that a mutation changes, read by readToDecide. */
export async function readPeriodToChange(session: Session, period: string): Promise<PeriodRecords> {
  const { tenant } = session;
  const wanted = [keys.generalLedgerSettings(tenant), keys.generalLedgerPeriod(tenant, period)];
  const items = await readToDecide(session, wanted);
  const [settingsKey, periodKey] = wanted;
  const settings = items.find(({ PK }) => PK === settingsKey?.PK);
  return {
    settings: settings
      ? generalLedgerSettingsFields.fromItem(settings)
      : DEFAULT_GENERAL_LEDGER_SETTINGS,
    period: fromPeriodItem(
      items.find(({ PK, SK }) => PK === periodKey?.PK && SK === period),
      period,
    ),
  };
}

/** A page of the periods that have been closed at least once, in order: one request. */
export async function listPeriods(
  { store, tenant }: Session,
  after: string | undefined,
  limit: number,
): Promise<Page<Period>> {
  const { Items: found, LastEvaluatedKey: more } = await runQuery(store, {
    TableName: store.ledgerTable,
    KeyConditionExpression: `PK = :periods${after === undefined ? '' : ' AND SK > :after'}`,
    ExpressionAttributeValues: {
      ':periods': keys.generalLedgerPeriods(tenant),
      ...(after !== undefined && { ':after': after }),
    },
    Limit: limit,
    ConsistentRead: true,
  });
  const items = limitToAnswerSize(found);
  const hasMore = more !== undefined || items.length < found.length;
  return toPage(items.map(periodFields.fromItem), hasMore, items.at(-1)?.SK);
}

/** Replaces the period, provided that it has not changed meanwhile. */
export function buildPeriodWrite({ store, tenant }: Session, period: Period): Write {
  const item = periodFields.toItem(keys.generalLedgerPeriod(tenant, period.period), period);
  return period.version === 1
    ? buildPutNew(store.ledgerTable, item)
    : buildVersionReplacement(store.ledgerTable, item, period.version - 1);
}

function fromPeriodItem(item: Item | undefined, period: string): Period {
  return item ? periodFields.fromItem(item) : buildOpenPeriod(period);
}
