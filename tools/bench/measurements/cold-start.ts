// Import and first DynamoDB call of the createAccount bundle beside a bare document client's,
// bundled plainly and like ours.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { bundleFunctions, REQUIRE_BANNER } from '../../../lib/constructs/lambda/bundles.ts';
import { listOperationEntries } from '../../../lib/constructs/entries.ts';
import { startEndpoint } from '../../../local/http/endpoint.ts';
import type { Endpoint } from '../../../local/http/endpoint.ts';
import { buildAccountBody } from '../../samples/request-bodies.ts';
import type { Measurement } from '../report/measurement.ts';
import { computeMedian, computeRatios, formatSpread } from '../report/statistics.ts';
import { formatTable, formatTargetVerdict } from '../report/text-table.ts';

const STARTS_PER_ROUND = 10;
const TARGET_RATIO = 1.15;

interface ColdStart {
  readonly imported: number;
  readonly called: number;
}

const PROBE = join(import.meta.dirname, 'cold-start-probe.mjs');
const BARE = join(import.meta.dirname, '../baselines/bare-client.ts');

type BundleName = 'ours' | 'plain' | 'lean';
type ColdStarts = Record<BundleName, ColdStart>;

export const coldStart: Measurement = {
  name: 'cold-start',
  async run(bench) {
    const bundles = Object.entries(await buildBundles(bench.folder));
    const store = await startEmptyStore();
    const starts: ColdStarts[] = [];
    try {
      const count = bench.rounds * STARTS_PER_ROUND;
      // The first run reads its files from the disk and is not counted.
      for (let start = 0; start <= count; start += 1) {
        bench.progress(`start ${start} of ${count}`);
        const turn: [string, ColdStart][] = [];
        for (const [name, url] of bundles)
          turn.push([name, await measureColdStart(url, store.endpoint)]);
        if (start > 0) starts.push(Object.fromEntries(turn) as ColdStarts);
      }
    } finally {
      await store.stop();
    }
    return buildReport(starts);
  },
};

async function buildBundles(folder: string): Promise<Record<BundleName, string>> {
  const [ours, lean] = [join(folder, 'bundles'), join(folder, 'lean-bundle')];
  await bundleFunctions([listOperationEntries()], ours);
  await bundleFunctions([{ 'bare-client': BARE }], lean);
  return {
    ours: findBundle(ours, 'create-account'),
    plain: await buildPlainBundle(join(folder, 'plain-bundle')),
    lean: findBundle(lean, 'bare-client'),
  };
}

// esbuild's output with no options but the Lambda target.
async function buildPlainBundle(folder: string): Promise<string> {
  const outfile = join(folder, 'index.mjs');
  await build({
    entryPoints: [BARE],
    outfile,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    banner: { js: REQUIRE_BANNER },
  });
  return pathToFileURL(outfile).href;
}

function findBundle(folder: string, name: string): string {
  return pathToFileURL(join(folder, name, name, 'index.mjs')).href;
}

async function measureColdStart(bundle: string, endpoint: string): Promise<ColdStart> {
  const child = spawn(process.execPath, [PROBE, bundle, JSON.stringify(buildEvent())], {
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
  const [, , errors, figures] = child.stdio;
  const [errorText, figuresText] = await Promise.all([
    text(errors as Readable),
    text(figures as Readable),
    once(child, 'close'),
  ]);
  if (figuresText === '') throw new Error(`${bundle} did not start:\n${errorText}`);
  return JSON.parse(figuresText) as ColdStart;
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

function buildEvent() {
  return {
    httpMethod: 'POST',
    resource: '/api/accounts',
    path: '/api/accounts',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': '0123456789abcdef' },
    pathParameters: null,
    queryStringParameters: null,
    body: JSON.stringify(buildAccountBody()),
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

function buildReport(starts: readonly ColdStarts[]): string[] {
  const total = ({ imported, called }: ColdStart) => imported + called;
  const of = (bundle: BundleName) => starts.map((turn) => turn[bundle]);
  const row = (name: string, bundle: BundleName) => [
    name,
    ...[({ imported }: ColdStart) => imported, ({ called }: ColdStart) => called, total].map(
      (figure) => formatSpread(of(bundle).map(figure), 1),
    ),
  ];
  const ratioTo = (bundle: BundleName) =>
    computeRatios(of('ours').map(total), of(bundle).map(total));
  const ratio = ratioTo('plain');
  return [
    'A fresh process imports a bundle and makes its first DynamoDB call, in ms',
    '',
    ...formatTable(
      ['bundle', 'import', 'first call', 'both'],
      [
        row('createAccount', 'ours'),
        row('bare document client', 'plain'),
        row('the same, bundled as ours', 'lean'),
      ],
    ),
    '',
    `Ratio ${formatSpread(ratio, 2)}. Aim: at most ${TARGET_RATIO}: ${formatTargetVerdict(computeMedian(ratio) <= TARGET_RATIO)}.`,
    `To the one bundled as ours: ${formatSpread(ratioTo('lean'), 2)}.`,
  ];
}
