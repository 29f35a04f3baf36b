// A fresh process that exports a tenant's journal, or only pages through its shards, and prints its
// time and memory: node export-probe.ts SIDE TENANT TABLE DYNAMODB S3
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { readWholeObject } from '../../../functions/artifacts/objects.ts';
import { objectKeys } from '../../../functions/artifacts/locations.ts';
import { openObjectLockBucket } from '../../../functions/artifacts/object-lock-bucket.ts';
import { assembleExport } from '../../../functions/batches/export/assemble-export.ts';
import type { ExportManifest } from '../../../functions/batches/export/export-manifest.ts';
import { planSlices } from '../../../functions/batches/export/slices.ts';
import { writeSlice } from '../../../functions/batches/export/write-slice.ts';
import type { Batch } from '../../../functions/domain/batches/batches.ts';
import { findStoredFormat } from '../../../functions/domain/exports/export-formats.ts';
import {
  readExportScope,
  requestExport,
} from '../../../functions/domain/batches/regulatory-exports.ts';
import type { ExportRequest } from '../../../functions/domain/batches/regulatory-exports.ts';
import { listShardNames } from '../../../functions/ledger/store/ids.ts';
import { keys } from '../../../functions/ledger/store/keys.ts';
import { openStore } from '../../../functions/ledger/store/store.ts';
import { readOwnPeakMegabytes } from '../load/processes.ts';

const [side, tenant = '', ledgerTable = '', dynamodb = '', s3 = ''] = process.argv.slice(2);
const CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' };
const CONNECTION = { region: 'us-east-1', credentials: CREDENTIALS, maxAttempts: 5 };
const store = openStore(
  { ledgerTable, receiptsTable: '', shards: 4 },
  { ...CONNECTION, endpoint: dynamodb, requestHandler: { requestTimeout: 60_000 } },
);

const before = performance.now();
const done = side === 'bare' ? { count: await countByPages() } : await exportAll();
const milliseconds = performance.now() - before;
const peakMegabytes = readOwnPeakMegabytes();
process.stdout.write(JSON.stringify({ ...done, milliseconds, peakMegabytes }));

/** Reads all shards concurrently, page after page. */
async function countByPages(): Promise<number> {
  const counts = await Promise.all(listShardNames(store.shards).map(countShard));
  return counts.reduce((sum, count) => sum + count, 0);
}

async function countShard(shard: string): Promise<number> {
  let count = 0;
  let start: Record<string, unknown> | undefined;
  do {
    const command: QueryCommand = new QueryCommand({
      TableName: ledgerTable,
      KeyConditionExpression: 'PK = :partition',
      ExpressionAttributeValues: { ':partition': keys.journal(tenant, shard) },
      ConsistentRead: true,
      ExclusiveStartKey: start,
    });
    const answer = await store.documents.send(command);
    count += answer.Items?.length ?? 0;
    start = answer.LastEvaluatedKey;
  } while (start);
  return count;
}

/**
 * Exports as the tasks of the state machine do, slice after slice; returns the manifest's totals.
 */
async function exportAll() {
  const bucket = openObjectLockBucket(
    { name: 'exports', lockMode: 'GOVERNANCE' },
    { ...CONNECTION, endpoint: s3, forcePathStyle: true },
  );
  const batch = buildBatch();
  const [from, until] = [new Date('2026-01-01'), new Date('2026-02-01')];
  const slices = await planSlices(store, tenant, { from, before: until });
  const format = findStoredFormat('BENCH');
  const scope = readExportScope(batch.request as unknown as ExportRequest);
  const writing = { store, bucket, format, scope, isOver: () => false };
  for (const slice of slices) await writeSlice({ tenant, batchId: batch.id, slice }, writing);
  const started = {
    tenant,
    batchId: batch.id,
    from: from.toISOString(),
    before: until.toISOString(),
    settleSeconds: 0,
  };
  await assembleExport({
    bucket,
    batch,
    period: started,
    format,
    slices: slices.length,
    nameOperators: async (ids) => ids.map((id) => ({ id })),
  });
  const manifest = String(await readWholeObject(bucket, objectKeys.manifest(tenant, batch.id)));
  const { control_totals: totals } = JSON.parse(manifest) as ExportManifest;
  return { count: totals.journal_entries, totals };
}

function buildBatch(): Batch {
  const exportRequest = {
    period_from: '2026-01-01',
    period_to: '2026-01-31',
    legal_basis_code: 'BENCH',
    retention_until: '2036-12-31',
  };
  const id = `bat_${process.pid}`;
  const now = new Date();
  return requestExport(exportRequest, { id, requestedBy: 'bench', correlationId: 'bench', now });
}
