// The parts of `npm run restore`, on one machine.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { StoredTableName } from '../../lib/constructs/storage/stored-tables.ts';
import type { StackFile } from '../../commands/administration/connect.ts';
import { describePlan } from '../../commands/restore/plan-text.ts';
import { planRestore } from '../../commands/restore/restore-plan.ts';
import { restoreAll } from '../../commands/restore/restore-all.ts';
import type { RestoreResult } from '../../commands/restore/restore-all.ts';
import type { TablesInUse } from '../../commands/stage-tables.ts';

/** The stage that `npm start` runs. */
export const EXERCISED_STAGE = 'local';

export interface ExercisedRestore {
  /** Of a database with point-in-time recovery. */
  readonly endpoint: string;
  readonly at: Date;
  readonly inUse: TablesInUse;
  readonly tables: readonly StoredTableName[];
}

export function readTablesInUse({ ledger, identity }: Pick<StackFile, 'ledger' | 'identity'>) {
  const { ledger_table, receipts_table, projections_table, webhooks_table = '' } = ledger;
  return {
    ledger: ledger_table,
    receipts: receipts_table,
    projections: projections_table,
    webhooks: webhooks_table,
    identity: identity.table,
  };
}

/** Describes the restore, as the command does without --apply. */
export async function describeRestore(restore: ExercisedRestore): Promise<string> {
  const { at, inUse } = restore;
  const client = openClient(restore);
  const plan = await planRestore(client, buildRequest(restore));
  client.destroy();
  return describePlan({ stage: EXERCISED_STAGE, at, inUse, plan, given: {} });
}

/** Restores, as the command does with --apply. */
export async function runRestore(
  restore: ExercisedRestore,
  report: (step: string) => void,
): Promise<RestoreResult> {
  const client = openClient(restore);
  const store = buildConnection(restore);
  const connections = { client, store, pollMs: 10, report, progress: () => undefined };
  try {
    const plan = await planRestore(client, buildRequest(restore));
    const { at, inUse } = restore;
    return await restoreAll(connections, { at, inUse, plan, given: {}, verifies: true });
  } finally {
    client.destroy();
  }
}

function buildRequest({ at, inUse, tables }: ExercisedRestore) {
  const sources = Object.fromEntries(tables.map((name) => [name, inUse[name]]));
  return { stage: EXERCISED_STAGE, at, sources };
}

function buildConnection({ endpoint }: ExercisedRestore) {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  return { endpoint, region: 'us-east-1', credentials };
}

function openClient(restore: ExercisedRestore): DynamoDBClient {
  return new DynamoDBClient(buildConnection(restore));
}
