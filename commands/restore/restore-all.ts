// Restores the planned tables, sets them up and verifies the ledger that they make.
import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { openStore } from '../../functions/ledger/store/store.ts';
import { VERIFICATION_TIME_BUDGET } from '../../functions/verification/time-budget.ts';
import { verifyLedger } from '../../functions/verification/verify.ts';
import type { StoredTableName } from '../../lib/constructs/storage/stored-tables.ts';
import type { TablesInUse } from '../stage-tables.ts';
import { formatCounts } from '../verification/report.ts';
import type { GivenTables } from './restore-flags.ts';
import type { PlannedRestore } from './restore-plan.ts';
import { beginRestores, completeTable } from './restore-tables.ts';
import type { RestoreConnection, RestoredTable } from './restore-tables.ts';

export interface Restore {
  readonly at: Date;
  readonly plan: readonly PlannedRestore[];
  readonly given: GivenTables;
  readonly inUse: TablesInUse;
  /** False where the ledger is verified elsewhere. */
  readonly verifies: boolean;
}

export interface RestoreConnections extends RestoreConnection {
  /** The connection of the verification; empty for the caller's own AWS credentials. */
  readonly store: DynamoDBClientConfig;
  progress(text: string): void;
}

export interface RestoreResult {
  readonly restored: readonly RestoredTable[];
  /** What the verification of the ledger found; 0 too where it was left out. */
  readonly differences: number;
}

/** Restores, and continues what an earlier run has started. */
export async function restoreAll(
  connections: RestoreConnections,
  restore: Restore,
): Promise<RestoreResult> {
  const { plan, given, at, verifies } = restore;
  await beginRestores(connections, plan, at);
  const restored: RestoredTable[] = [];
  for (const { table, source, target } of plan)
    restored.push(await completeTable(connections, table, { name: target, source }));
  for (const [table, name] of Object.entries(given) as [StoredTableName, string][])
    restored.push(await completeTable(connections, table, { name }));
  const isLedger = restored.some(({ table }) => table === 'ledger' || table === 'receipts');
  const differences =
    isLedger && verifies ? await countDifferences(connections, restore, restored) : 0;
  return { restored, differences };
}

async function countDifferences(
  { store: connection, progress, report }: RestoreConnections,
  { inUse }: Restore,
  restored: readonly RestoredTable[],
): Promise<number> {
  const find = (wanted: 'ledger' | 'receipts') =>
    restored.find(({ table }) => table === wanted)?.name ?? inUse[wanted];
  const tables = { ledgerTable: find('ledger'), receiptsTable: find('receipts'), shards: 1 };
  const store = openStore(tables, { ...VERIFICATION_TIME_BUDGET, ...connection });
  try {
    const onProgress: Parameters<typeof verifyLedger>[0]['onProgress'] = (checked) =>
      progress(`${formatCounts(checked)} …`);
    const verdict = await verifyLedger({ store, settleMs: 0, onProgress });
    report(`the restored ledger is verified: ${verdict.differenceCount} differences`);
    return verdict.differenceCount;
  } finally {
    store.documents.destroy();
  }
}
