// An export of the journal beside bare paging through the same shards, and its memory.
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import type { ControlTotalsView } from '../../../functions/domain/exports/control-totals.ts';
import { startS3 } from '../../../local/s3/server.ts';
import { buildBoundedReport, readPeak, computeRate, runProbe } from '../load/bounded-work.ts';
import type { ProbeReading, BoundedRound } from '../load/bounded-work.ts';
import { createBareTable } from '../baselines/bare-table.ts';
import { startInMemoryEngine } from '../baselines/fresh-engine.ts';
import type { BenchContext, Measurement } from '../report/measurement.ts';
import { seedJournal } from '../load/seeded-journal.ts';
import type { Plot } from '../report/svg-plot.ts';

const PROBE = join(import.meta.dirname, 'export-probe.ts');
const TABLE = 'ledger';
const SHARDS = 4;
const CONNECTION = {
  region: 'us-east-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
};

type ExportReading = ProbeReading & { readonly totals: ControlTotalsView };

export const exportJournal: Measurement = {
  name: 'export',
  async run(bench) {
    const engine = await startInMemoryEngine(bench);
    const s3 = await startS3({ dataFolder: join(bench.folder, 's3') });
    try {
      await prepareStores(bench, engine.endpoint, s3.endpoint);
      const read = <Wanted extends ProbeReading>(side: string, tenant: string) =>
        runProbe<Wanted>(PROBE, side, tenant, TABLE, engine.endpoint, s3.endpoint);
      // A single round reads for minutes, in which other load evens out.
      bench.progress('one round, regardless of --rounds');
      const round = {
        bare: await read('bare', 'many'),
        ours: await read<ExportReading>('ours', 'many'),
        fewer: await read('ours', 'few'),
      };
      for (const plot of buildPlots(round, bench.ledgerEntries)) bench.plot(plot);
      return buildReport(round, bench.ledgerEntries);
    } finally {
      await s3.stop();
      await engine.stop();
    }
  },
};

async function prepareStores(
  bench: BenchContext,
  endpoint: string,
  s3Endpoint: string,
): Promise<void> {
  const dynamodb = new DynamoDBClient({ ...CONNECTION, endpoint });
  await createBareTable(dynamodb, TABLE);
  dynamodb.destroy();
  bench.progress('seeding the journal');
  const target = { endpoint, table: TABLE, shards: SHARDS };
  await seedJournal(target, 'many', bench.ledgerEntries);
  await seedJournal(target, 'few', bench.ledgerEntries / 10);
  const s3 = new S3Client({ ...CONNECTION, endpoint: s3Endpoint, forcePathStyle: true });
  await s3.send(new CreateBucketCommand({ Bucket: 'exports', ObjectLockEnabledForBucket: true }));
  s3.destroy();
}

function buildPlots({ ours, fewer }: BoundedRound, entries: number): Plot[] {
  const over = (title: string, unit: string, of: (reading: ProbeReading) => number): Plot => ({
    title,
    across: 'journal entries exported',
    unit,
    categories: [entries / 10, entries].map((count) => count.toLocaleString('en')),
    series: [{ name: 'export', values: [of(fewer), of(ours)] }],
  });
  return [
    over('Rate of an export', 'entries per second', computeRate),
    over('Memory of an export', 'peak resident, MB', readPeak),
  ];
}

function buildReport(round: BoundedRound<ExportReading>, entries: number): string[] {
  const { total_debits, total_credits, journal_entries } = round.ours.totals;
  return [
    ...buildBoundedReport([round], {
      title:
        'A fresh process exports the journal entries of a month as CSV, one slice after the other',
      unit: 'entries per second',
      rows: {
        bare: `bare paging, ${entries} entries`,
        ours: `export, ${entries} entries`,
        fewer: `export, ${entries / 10} entries`,
      },
    }),
    `The manifest: ${journal_entries} entries, debits ${total_debits}, credits ${total_credits}.`,
  ];
}
