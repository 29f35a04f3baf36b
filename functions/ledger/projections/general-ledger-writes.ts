// Adds ledger lines and recorded differences to the general ledger. One commit is one transaction: it adds
// records that are not in yet and what they sum up to, so that a repeated one changes nothing (ADR 083).
import { setTimeout as sleep } from 'node:timers/promises';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { LEDGER_HEAD, listCountedRecords } from '../../domain/projections/general-ledger.ts';
import type { DomainEvent } from '../../domain/projections/projector.ts';
import { batchGet } from '../store/batch-get.ts';
import type { Item } from '../store/item.ts';
import { formatKey } from '../store/keys.ts';
import { RetryableError } from '../store/retries.ts';
import { callStore } from '../store/store.ts';
import type { Store } from '../store/store.ts';
import { buildCommit, divideIntoCommits, listCommitRows } from './general-ledger-commits.ts';
import type { AppliedRecord } from './general-ledger-commits.ts';
import { buildRecordKey, buildRowKey, fromRowItem } from './general-ledger-items.ts';
import type { LedgerGeneration, StoredRow } from './general-ledger-items.ts';
import { requireProjectionsTable } from './items.ts';
import type { UnappliedEvent } from './writes.ts';

const ATTEMPTS_MAX = 20;
const PAUSE_FIRST_MS = 10;
const PAUSE_MAX_MS = 500;

/**
 * Adds the records of the events: one read and one transaction for each commit. Records that are in already
 * change nothing. Returns the events that cannot be read; throws RetryableError if the store is
 * unavailable or stays busy: then part of the records may be in, and the same events may be added again.
 */
export async function applyLedgerEvents(
  store: Store,
  ledger: LedgerGeneration,
  events: readonly DomainEvent[],
): Promise<UnappliedEvent[]> {
  const unapplied: UnappliedEvent[] = [];
  const records = new Map<string, AppliedRecord>();
  for (const event of events) {
    try {
      for (const record of listCountedRecords(event)) {
        records.set(formatKey(buildRecordKey(ledger, record)), { record, event });
      }
    } catch (error) {
      unapplied.push({ event, error });
    }
  }
  for (const part of divideIntoCommits([...records.values()])) {
    await addRecords(store, ledger, part);
  }
  return unapplied;
}

async function addRecords(
  store: Store,
  ledger: LedgerGeneration,
  wanted: readonly AppliedRecord[],
): Promise<void> {
  let records = wanted;
  for (let count = 0; count < ATTEMPTS_MAX; count += 1) {
    if (records.length === 0) return;
    const known = await readRows(store, ledger, listCommitRows(records));
    const items = buildCommit(ledger, records, known);
    const failed = await sendCommit(store, items, known);
    if (failed === undefined) return;
    // The records are the first items of a commit, in their order.
    const missing = records.filter((_, index) => !failed.has(index));
    if (missing.length === records.length) {
      await sleep(Math.random() * Math.min(PAUSE_MAX_MS, PAUSE_FIRST_MS * 2 ** count));
    }
    records = missing;
  }
  throw new RetryableError('busy', `the general ledger stayed busy for ${ATTEMPTS_MAX} attempts`);
}

async function readRows(
  store: Store,
  ledger: LedgerGeneration,
  names: readonly string[],
): Promise<ReadonlyMap<string, StoredRow>> {
  const wanted = [LEDGER_HEAD, ...names].map((name) => buildRowKey(ledger, name));
  const items = await batchGet(store, requireProjectionsTable(store), wanted);
  return new Map(items.map((item) => [item.SK, fromRowItem(item)]));
}

type CommitPut = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** Undefined if the commit is written, otherwise the positions of the items whose condition failed. */
async function sendCommit(
  store: Store,
  items: readonly Item[],
  known: ReadonlyMap<string, StoredRow>,
): Promise<ReadonlySet<number> | undefined> {
  const table = requireProjectionsTable(store);
  const TransactItems = items.map((item) => buildPut(table, item, known.get(item.SK)));
  const command = new TransactWriteCommand({ TransactItems });
  try {
    await callStore(store, (until) => store.documents.send(command, until));
    return undefined;
  } catch (error) {
    if (error instanceof RetryableError && error.reason === 'busy') return new Set();
    if (!(error instanceof TransactionCanceledException)) throw error;
    const codes = (error.CancellationReasons ?? []).map(({ Code = 'None' }) => Code);
    const isRetryable = codes.every((code) => RETRYABLE_CODES.has(code));
    if (!isRetryable) throw new Error(`commit cancelled: ${codes.join(', ')}`, { cause: error });
    const failed = codes.flatMap((code, index) => (code === CONDITION_FAILED ? [index] : []));
    return new Set(failed);
  }
}

const CONDITION_FAILED = 'ConditionalCheckFailed';

const RETRYABLE_CODES = new Set([
  'None',
  CONDITION_FAILED,
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
]);

function buildPut(table: string, item: Item, known: StoredRow | undefined): CommitPut {
  const isRow = item['recent'] !== undefined;
  return {
    Put: {
      TableName: table,
      Item: item,
      ...(isRow && known
        ? {
            ConditionExpression: 'revision = :known',
            ExpressionAttributeValues: { ':known': known.row.commit },
          }
        : { ConditionExpression: 'attribute_not_exists(PK)' }),
    },
  };
}
