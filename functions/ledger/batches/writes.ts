// Builds the writes for decisions on batches.
import type { Batch } from '../../domain/batches/batches.ts';
import { toBatchItem } from './items.ts';
import type { Write } from '../commit/commit.ts';
import type { Session } from '../commit/session.ts';
import { buildPutNew, buildVersionReplacement } from '../commit/conditional-writes.ts';

/** Stores a new batch. */
export function buildNewBatchWrites({ store, tenant }: Session, batch: Batch): Write[] {
  return [buildPutNew(store.ledgerTable, toBatchItem(tenant, batch))];
}

/** Replaces a batch, provided that nothing has changed it since `before` was read. */
export function buildBatchWrites({ store, tenant }: Session, before: Batch, after: Batch): Write[] {
  return [buildVersionReplacement(store.ledgerTable, toBatchItem(tenant, after), before.version)];
}
