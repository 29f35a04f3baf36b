// The receipt of a rebuild of the state of a log after a restore: auditors see by its leaf why receipts that were
// lost and requested again are in the log twice.
import { LOG_REBUILD_OPERATION } from '../../domain/evidence/receipt-entry.ts';
import type { Store } from '../store/store.ts';
import { recordMaintenance } from './maintenance-receipts.ts';

/** What a rebuild has found. */
export interface LogRebuildStatement {
  /** The number of leaves that the log had. */
  readonly size: number;
  /** How many of their receipts the tables lacked. */
  readonly lost: number;
}

/** Records a rebuild, once for each size of the log, so that it may be repeated. */
export async function recordLogRebuild(
  store: Store,
  tenant: string,
  {
    actor,
    statement,
    at,
  }: { readonly actor: string; readonly statement: LogRebuildStatement; readonly at: Date },
): Promise<void> {
  const idempotencyKey = `rebuild${statement.size.toString(36)}`;
  const operation = LOG_REBUILD_OPERATION;
  await recordMaintenance(store, tenant, { operation, idempotencyKey, actor, statement, at });
}
