// Progress of the work on a batch. Progress is not a financial record: it is replaced without a
// receipt, and only while the batch runs.
import { setTimeout as sleep } from 'node:timers/promises';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { withProgress } from '../../domain/batches/batches.ts';
import type { RecordCounts } from '../../domain/batches/batches.ts';
import { readBatch } from './reads.ts';
import { buildBatchWrites } from './writes.ts';
import type { Session } from '../commit/session.ts';
import { callStore, isConditionMet } from '../store/store.ts';

const ATTEMPTS_MAX = 10;
const DELAY_MS = 20;

/**
 * Stores what a part of the work has done so far, and the total if it is known. Repeating a report
 * changes nothing. Gives up when other writers keep changing the batch: the next report includes this
 * one.
 */
export async function reportProgress(
  session: Session,
  batchId: string,
  { part, done, total }: { part: string; done: RecordCounts; total?: number },
): Promise<void> {
  for (let count = 1; count <= ATTEMPTS_MAX; count += 1) {
    const before = await readBatch(session, batchId);
    if (before.status !== 'RUNNING') return;
    const after = withProgress(before, part, done, total);
    if (await replaceBatch(session, before, after)) return;
    await sleep(Math.random() * DELAY_MS * count);
  }
}

async function replaceBatch(session: Session, ...change: BatchReplacement): Promise<boolean> {
  const [write] = buildBatchWrites(session, ...change);
  const put = write?.action.Put;
  if (!put) throw new Error('a batch is replaced by a put');
  const command = new PutCommand(put);
  const { store } = session;
  return isConditionMet(callStore(store, (until) => store.documents.send(command, until)));
}

type BatchReplacement = [
  before: Parameters<typeof buildBatchWrites>[1],
  after: Parameters<typeof buildBatchWrites>[2],
];
