// Whether a product has accounts or loans. The lists of account_lists answer for all that they have
// applied; what they may not have applied yet is read from the ledger.
import { Refusal } from '../../domain/refusals/refusals.ts';
import type { Session } from '../commit/session.ts';
import { hasListedRecord, refuseUnbuilt } from '../projections/lists.ts';
import { readActiveGeneration } from '../projections/reads.ts';
import { findAppliedHead } from '../projections/status.ts';
import type { ProjectionStatus } from '../projections/status.ts';
import { buildFirstIdAt, listShardNames } from '../store/ids.ts';
import { keys } from '../store/keys.ts';
import { buildKeyAfter, runQuery } from '../store/merged-lists.ts';

const USES = {
  accounts: { filter: 'product_id', prefix: 'acc', partition: keys.accounts },
  loans: { filter: 'loan_product_id', prefix: 'loan', partition: keys.loans },
} as const;

export type ProductUse = keyof typeof USES;

const PROJECTION = 'account_lists';
const ACCOUNT_IDS = { from: 'acc_', to: 'acc_~' };

/** How long the stream keeps an event, which may wait there while newer ones are applied. */
const STREAM_MS = 86_400_000;

/**
 * Whether an account, or a loan, of the product exists, whatever its status. Refuses with
 * projection_not_built. Two or three requests, one for each shard, and one for each further megabyte of
 * the accounts or loans of the last day.
 */
export async function hasProductUse(
  session: Session,
  productId: string,
  use: ProductUse,
  now: Date,
): Promise<boolean> {
  const generation = await readActiveGeneration(session.store, PROJECTION);
  // Read before the list: what is applied in between is read twice, and nothing is left out.
  const { status } = await refuseUnbuilt(session, generation);
  refuseFailing(status);
  const list = `${USES[use].filter}#${productId}`;
  const found = await Promise.all([
    hasListedRecord(session, generation, { list, range: ACCOUNT_IDS }),
    ...listShardNames(session.store.shards).map((shard) => {
      const head = findAppliedHead(status, PROJECTION, `${USES[use].prefix}-${shard}`);
      const from = findUnappliedStart(use, head, now);
      return hasRecordFrom(session, productId, { use, shard, from });
    }),
  ]);
  return found.includes(true);
}

function refuseFailing({ failing }: ProjectionStatus): void {
  const isFailing = Object.values(failing).some(({ projections }) =>
    projections.includes(PROJECTION),
  );
  if (isFailing) {
    const sentence = `${PROJECTION} lacks events that could not be applied.`;
    throw new Refusal('projection_not_built', sentence);
  }
}

function findUnappliedStart(use: ProductUse, head: string | undefined, now: Date): string {
  const { prefix } = USES[use];
  const recent = buildFirstIdAt(prefix, new Date(now.getTime() - STREAM_MS));
  if (head === undefined) return `${prefix}_`;
  return head < recent ? buildKeyAfter(head) : recent;
}

interface ShardStart {
  readonly use: ProductUse;
  readonly shard: string;
  readonly from: string;
}

async function hasRecordFrom(
  { store, tenant }: Session,
  productId: string,
  { use, shard, from }: ShardStart,
): Promise<boolean> {
  const { prefix, partition } = USES[use];
  let after: Record<string, unknown> | undefined;
  do {
    const page = await runQuery(store, {
      TableName: store.ledgerTable,
      KeyConditionExpression: 'PK = :partition AND SK BETWEEN :from AND :to',
      FilterExpression: 'product_id = :product',
      ProjectionExpression: 'SK',
      ExpressionAttributeValues: {
        ':partition': partition(tenant, shard),
        ':from': from,
        ':to': `${prefix}_~`,
        ':product': productId,
      },
      ExclusiveStartKey: after,
      ConsistentRead: true,
    });
    if (page.Items.length > 0) return true;
    after = page.LastEvaluatedKey;
  } while (after !== undefined);
  return false;
}
