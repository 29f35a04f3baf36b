// Import and first DynamoDB call of the createAccount bundle beside a bare document client's.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleFunctions } from '../constructs/bundles.ts';
import { operationEntries } from '../constructs/entries.ts';
import { startEndpoint } from '../local/endpoint.ts';
import type { Endpoint } from '../local/endpoint.ts';
import type { Measurement } from './measurement.ts';
import { median, ratios, spread } from './statistics.ts';
import { textTable, verdict } from './text-table.ts';

const STARTS_PER_ROUND = 10;
const AIM = 1.15;

interface ColdStart {
  readonly imported: number;
  readonly called: number;
}

const PROBE = join(import.meta.dirname, 'cold-start-probe.mjs');
const BARE = join(import.meta.dirname, 'bare-client.ts');

export const coldStart: Measurement = {
  name: 'cold-start',
  async run(bench) {
    const ours = join(bench.folder, 'bundles');
    const bare = join(bench.folder, 'bare-bundle');
    await bundleFunctions([operationEntries()], ours);
    await bundleFunctions([{ 'bare-client': BARE }], bare);
    const store = await startEmptyStore();
    const starts: { ours: ColdStart; bare: ColdStart }[] = [];
    try {
      const count = bench.rounds * STARTS_PER_ROUND;
      // The first of each reads its files from the disk and is not counted.
      for (let start = 0; start <= count; start += 1) {
        bench.progress(`start ${start} of ${count}`);
        const pair = {
          ours: await startOnce(bundleIn(ours, 'create-account'), store.endpoint),
          bare: await startOnce(bundleIn(bare, 'bare-client'), store.endpoint),
        };
        if (start > 0) starts.push(pair);
      }
    } finally {
      await store.stop();
    }
    return report(
      starts.map((start) => start.ours),
      starts.map((start) => start.bare),
    );
  },
};

function bundleIn(folder: string, name: string): string {
  return pathToFileURL(join(folder, name, name, 'index.mjs')).href;
}

async function startOnce(bundle: string, endpoint: string): Promise<ColdStart> {
  const child = spawn(process.execPath, [PROBE, bundle, JSON.stringify(event())], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    env: {
      AWS_REGION: 'eu-central-1',
      AWS_ACCESS_KEY_ID: 'bench',
      AWS_SECRET_ACCESS_KEY: 'bench',
      AWS_LAMBDA_FUNCTION_NAME: 'bench',
      AWS_ENDPOINT_URL_DYNAMODB: endpoint,
      LEDGER_TABLE: 'ledger',
      RECEIPTS_TABLE: 'receipts',
      WRITE_SHARDS: '4',
      POWERTOOLS_LOG_LEVEL: 'INFO',
      POWERTOOLS_METRICS_NAMESPACE: 'Countinghouse/bench',
      TZ: ':UTC',
    },
  });
  const [, , complaint, figures] = child.stdio;
  const [said, wrote] = await Promise.all([
    text(complaint as Readable),
    text(figures as Readable),
    once(child, 'close'),
  ]);
  if (wrote === '') throw new Error(`${bundle} did not start:\n${said}`);
  return JSON.parse(wrote) as ColdStart;
}

// Answers every write at once, so that only the starting process is measured.
function startEmptyStore(): Promise<Endpoint> {
  return startEndpoint((request, answer) => {
    request.resume();
    request.on('end', () =>
      answer.setHeader('content-type', 'application/x-amz-json-1.0').end('{}'),
    );
  });
}

function event() {
  const account = { customer_id: 'cus-4711', product_id: 'current', name: 'Ada', currency: 'EUR' };
  return {
    httpMethod: 'POST',
    resource: '/api/accounts',
    path: '/api/accounts',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': '0123456789abcdef' },
    pathParameters: null,
    queryStringParameters: null,
    body: JSON.stringify(account),
    isBase64Encoded: false,
    requestContext: {
      path: '/api/accounts',
      authorizer: {
        sub: 'bench',
        tenant_id: 'bench',
        scope: 'finance.write',
        expires_at: String(Math.floor(Date.now() / 1_000) + 300),
      },
    },
  };
}

function report(ours: readonly ColdStart[], bare: readonly ColdStart[]): string[] {
  const total = ({ imported, called }: ColdStart) => imported + called;
  const ratio = ratios(ours.map(total), bare.map(total));
  const row = (name: string, starts: readonly ColdStart[]) => [
    name,
    spread(
      starts.map(({ imported }) => imported),
      1,
    ),
    spread(
      starts.map(({ called }) => called),
      1,
    ),
    spread(starts.map(total), 1),
  ];
  return [
    'A fresh process imports a bundle and makes its first DynamoDB call, in ms',
    '',
    ...textTable(
      ['bundle', 'import', 'first call', 'both'],
      [row('createAccount', ours), row('bare document client', bare)],
    ),
    '',
    `Ratio ${spread(ratio, 2)}. Aim: at most ${AIM}: ${verdict(median(ratio) <= AIM)}.`,
  ];
}
