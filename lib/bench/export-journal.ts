// An export of the journal beside bare paging through the same shards, and what it holds in memory.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CreateTableCommand } from '@aws-sdk/client-dynamodb';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { openStore } from '../../functions/ledger/store.ts';
import { startS3 } from '../local/s3/server.ts';
import { startFreshEngine } from './fresh-engine.ts';
import type { Bench, Measurement } from './measurement.ts';
import { seedJournal } from './seeded-journal.ts';
import { median, ratios, spread } from './statistics.ts';
import type { Plot } from './svg-plot.ts';
import { textTable, verdict } from './text-table.ts';

const PROBE = join(import.meta.dirname, 'export-probe.ts');
// As the runner has it for every function: otherwise garbage gathers that nobody needs.
const YOUNG_GENERATION = '--max-semi-space-size=5';
const ENTRIES = 200_000;
const AIM = { rate: 0.5, memory: 1.3 };
const TABLE = 'ledger';
const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };

interface Reading {
  readonly entries: number;
  readonly milliseconds: number;
  readonly peakMegabytes: number;
}

interface Round {
  readonly bare: Reading;
  readonly ours: Reading;
  readonly fewer: Reading;
}

export const exportJournal: Measurement = {
  name: 'export',
  async run(bench) {
    const engine = await startFreshEngine(bench);
    const s3 = await startS3({ dataFolder: join(bench.folder, 's3') });
    try {
      await prepare(bench, engine.endpoint, s3.endpoint);
      const read = (side: string, tenant: string) =>
        probe([side, tenant, TABLE, engine.endpoint, s3.endpoint]);
      const rounds: Round[] = [];
      for (let round = 1; round <= bench.rounds; round += 1) {
        bench.progress(`round ${round} of ${bench.rounds}`);
        rounds.push({
          bare: await read('bare', 'many'),
          ours: await read('ours', 'many'),
          fewer: await read('ours', 'few'),
        });
      }
      for (const plot of plotsOf(rounds)) bench.plot(plot);
      return report(rounds);
    } finally {
      await s3.stop();
      await engine.stop();
    }
  },
};

async function prepare(bench: Bench, endpoint: string, s3Endpoint: string): Promise<void> {
  const connection = { region: 'us-east-1', credentials };
  const place = { ledgerTable: TABLE, receiptsTable: '', shards: 4 };
  const store = openStore(place, { ...connection, endpoint });
  const parts = ['PK', 'SK'];
  await store.documents.send(
    new CreateTableCommand({
      TableName: TABLE,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: parts.map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      KeySchema: [
        { AttributeName: 'PK', KeyType: 'HASH' },
        { AttributeName: 'SK', KeyType: 'RANGE' },
      ],
    }),
  );
  bench.progress('seeding the journal');
  await seedJournal(store, 'many', ENTRIES);
  await seedJournal(store, 'few', ENTRIES / 10);
  const s3 = new S3Client({ ...connection, endpoint: s3Endpoint, forcePathStyle: true });
  await s3.send(new CreateBucketCommand({ Bucket: 'exports', ObjectLockEnabledForBucket: true }));
  s3.destroy();
}

async function probe(given: readonly string[]): Promise<Reading> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    YOUNG_GENERATION,
    PROBE,
    ...given,
  ]);
  return JSON.parse(stdout) as Reading;
}

const rate = ({ entries, milliseconds }: Reading) => (entries / milliseconds) * 1_000;
const peak = ({ peakMegabytes }: Reading) => peakMegabytes;

function plotsOf(rounds: readonly Round[]): Plot[] {
  const [few, many] = [rounds.map(({ fewer }) => fewer), rounds.map(({ ours }) => ours)];
  const over = (title: string, unit: string, of: (reading: Reading) => number): Plot => ({
    title,
    across: 'journal entries exported',
    unit,
    categories: [ENTRIES / 10, ENTRIES].map((entries) => entries.toLocaleString('en')),
    series: [{ name: 'export', values: [few, many].map((each) => median(each.map(of))) }],
  });
  return [
    over('Rate of an export', 'entries per second', rate),
    over('Memory of an export', 'peak resident, MB', peak),
  ];
}

function report(rounds: readonly Round[]): string[] {
  const row = (name: string, readings: readonly Reading[]) => [
    name,
    spread(readings.map(rate)),
    spread(readings.map(peak)),
  ];
  const [bare, ours, fewer] = [
    rounds.map((round) => round.bare),
    rounds.map((round) => round.ours),
    rounds.map((round) => round.fewer),
  ];
  const share = ratios(ours.map(rate), bare.map(rate));
  const growth = ratios(ours.map(peak), fewer.map(peak));
  return [
    'A fresh process exports the journal entries of a month as CSV, one slice after the other',
    '',
    ...textTable(
      ['', 'entries per second', 'peak resident, MB'],
      [
        row(`bare paging, ${ENTRIES} entries`, bare),
        row(`export, ${ENTRIES} entries`, ours),
        row(`export, ${ENTRIES / 10} entries`, fewer),
      ],
    ),
    '',
    `Rate ${spread(share, 2)} of bare paging. Aim: at least ${AIM.rate}: ${verdict(median(share) >= AIM.rate)}.`,
    `Memory ${spread(growth, 2)} of that at a tenth. Aim: at most ${AIM.memory}: ${verdict(median(growth) <= AIM.memory)}.`,
  ];
}
