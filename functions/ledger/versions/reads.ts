// Reads of versions, newest first. A list of the read model only leads to the receipts: what a version
// was, who made it and when is read from them.
import { Refusal } from '../../domain/refusals/refusals.ts';
import { buildRecordVersion } from '../../domain/versions/record-versions.ts';
import type { RecordVersion } from '../../domain/versions/record-versions.ts';
import type { VersionedRecord } from '../../domain/versions/versioned-nouns.ts';
import { readReceiptEvents } from '../commit/receipt-feed.ts';
import type { Session } from '../commit/session.ts';
import { requireProjectionsTable } from '../projections/items.ts';
import { refuseUnbuilt } from '../projections/lists.ts';
import type { ProjectedPage } from '../projections/lists.ts';
import { readActiveGeneration } from '../projections/reads.ts';
import { readText } from '../store/attributes.ts';
import { batchGet } from '../store/batch-get.ts';
import type { Item } from '../store/item.ts';
import { formatKey, keys } from '../store/keys.ts';
import { INVALID_CURSOR_MESSAGE, limitToAnswerSize, runQuery } from '../store/merged-lists.ts';
import { toPage } from '../store/pages.ts';
import { currentVersions } from './current-versions.ts';
import type { CurrentVersion } from './current-versions.ts';

interface VersionPage {
  /** The position of the last version on the page before. */
  readonly after: string | undefined;
  readonly limit: number;
}

/**
 * A page of versions, with the age of the oldest one that it lacks: one request for the noun, one to the
 * read model, one for the receipts, one for the status, and every few seconds one for the generation.
 * Refuses with projection_not_built, invalid_cursor, and as the operation that reads the noun does.
 */
export async function readVersions(
  session: Session,
  record: VersionedRecord,
  { after, limit }: VersionPage,
): Promise<ProjectedPage<RecordVersion>> {
  const current = await currentVersions[record.noun](session, record.id);
  const newest = after === undefined ? current.version : readPosition(after) - 1;
  const items = await queryVersions(session, record, newest, limit + 1);
  const versions = await readFromReceipts(session, record, items.slice(0, limit));
  const page = limitToAnswerSize(versions);
  const last = items[page.length - 1]?.SK;
  const isContinued = page.length < items.length;
  return {
    ...toPage(page, isContinued, last),
    lagSeconds: computeLagSeconds(page, { ...current, version: newest }, isContinued),
  };
}

function readPosition(after: string): number {
  if (/^\d{12}$/.test(after)) return Number(after);
  throw new Refusal('invalid_cursor', INVALID_CURSOR_MESSAGE);
}

async function queryVersions(
  { store, tenant }: Session,
  record: VersionedRecord,
  newest: number,
  limit: number,
): Promise<readonly Item[]> {
  const { generation } = await refuseUnbuilt(
    { store, tenant },
    await readActiveGeneration(store, 'versions'),
  );
  if (newest < 1) return [];
  const keyOf = (version: number) => keys.recordVersion(tenant, generation, { ...record, version });
  const { Items: items } = await runQuery(store, {
    TableName: requireProjectionsTable(store),
    KeyConditionExpression: 'PK = :list AND SK BETWEEN :first AND :newest',
    ExpressionAttributeValues: {
      ':list': keyOf(1).PK,
      ':first': keyOf(1).SK,
      ':newest': keyOf(newest).SK,
    },
    Limit: limit,
    ScanIndexForward: false,
    ConsistentRead: true,
  });
  return items;
}

async function readFromReceipts(
  { store, tenant }: Session,
  record: VersionedRecord,
  items: readonly Item[],
): Promise<RecordVersion[]> {
  const keyOf = (item: Item) => keys.receipt(tenant, readText(item, 'idempotency_key'));
  // One receipt may hold several versions, and a request must not name a key twice.
  const wanted = new Map(items.map((item) => [formatKey(keyOf(item)), keyOf(item)]));
  const found = await batchGet(store, store.receiptsTable, [...wanted.values()]);
  const receipts = new Map(found.map((one) => [formatKey(one), readReceiptEvents(one)]));
  return items.map((item) => {
    const receipt = receipts.get(formatKey(keyOf(item)));
    const version = receipt && buildRecordVersion(receipt, record, Number(item.SK));
    if (!version) throw new Error(`the receipt of ${item.PK} ${item.SK} does not hold it`);
    return version;
  });
}

// Versions have no gaps, so a missing number is one that the read model has not applied yet. It is at
// least as old as the version after it.
function computeLagSeconds(
  page: readonly RecordVersion[],
  newest: CurrentVersion,
  isContinued: boolean,
): number {
  let { version: expected, updatedAt: since } = newest;
  let oldest = Number.POSITIVE_INFINITY;
  for (const { version, changedAt } of page) {
    if (version < expected && since !== undefined) oldest = Date.parse(since);
    expected = version - 1;
    since = changedAt;
  }
  // The first version is the last of the list.
  if (!isContinued && expected > 0 && since !== undefined) oldest = Date.parse(since);
  return Math.max(0, Date.now() - oldest) / 1_000;
}
