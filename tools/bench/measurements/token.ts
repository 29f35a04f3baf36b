// The cost of a service's token beside a bare endpoint that only signs one, and the weight of the
// identity service's bundle beside that of createAccount.
import { join } from 'node:path';
import { decodeProtectedHeader } from 'jose';
import { bundleFunctions, bundleNamed } from '../../../lib/constructs/lambda/bundles.ts';
import { listNamedEntries, listOperationEntries } from '../../../lib/constructs/entries.ts';
import { startBareTokenService } from '../baselines/bare-token-service.ts';
import { timeImport, measureBundle } from './bundle-weight.ts';
import { HttpClient } from '../http/http-client.ts';
import type { BenchContext, Measurement } from '../report/measurement.ts';
import { startProduct } from '../load/running-product.ts';
import type { ProductStack } from '../load/running-product.ts';
import {
  computeMedian,
  computePercentile,
  computeRatios,
  formatSpread,
} from '../report/statistics.ts';
import { formatTable, formatTargetVerdict } from '../report/text-table.ts';

const WARM_UP_PAIRS = 500;
const PAIRS_PER_ROUND = 300;
const IMPORTS_PER_ROUND = 5;
const TARGET_RATIO = 3;

const BUNDLES = { identity: 'serve-identity', createAccount: 'create-account' };

interface TokenTimes {
  readonly product: number[];
  readonly bare: number[];
}

type TokenRequest = () => Promise<string>;

export const token: Measurement = {
  name: 'token',
  async run(bench) {
    const rounds = await measureTokens(bench);
    return [...buildTokenReport(rounds), '', ...(await measureBundles(bench))];
  },
};

async function measureTokens(bench: BenchContext): Promise<TokenTimes[]> {
  const product = await startProduct({ folder: bench.folder, engine: bench.engine });
  const bare = await startBareTokenService(bench);
  const clients = {
    product: new HttpClient(product.stack.auth_url),
    bare: new HttpClient(bare.origin),
  };
  try {
    const sides = {
      product: buildTokenRequest(clients.product, product.stack),
      bare: buildTokenRequest(clients.bare, product.stack),
    };
    for (const ask of Object.values(sides)) requireToken(await ask());
    bench.progress('warming up');
    await measurePairs(sides, WARM_UP_PAIRS);
    const rounds: TokenTimes[] = [];
    for (let round = 1; round <= bench.rounds; round += 1) {
      bench.progress(`round ${round} of ${bench.rounds}`);
      rounds.push(await measurePairs(sides, PAIRS_PER_ROUND));
    }
    return rounds;
  } finally {
    for (const client of Object.values(clients)) client.close();
    await bare.stop();
    await product.stop();
  }
}

// Both receive the same request, though the bare one ignores it.
function buildTokenRequest(client: HttpClient, { internal_client }: ProductStack): TokenRequest {
  const form = new URLSearchParams({ grant_type: 'client_credentials', ...internal_client });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const request = { method: 'POST', path: '/token', headers, body: form.toString() };
  return () => client.requireSuccess(request);
}

// Another kind of token would make the comparison worthless.
function requireToken(answer: string): void {
  const { access_token } = JSON.parse(answer) as { access_token: string };
  const { alg } = decodeProtectedHeader(access_token);
  if (alg !== 'ES256') throw new Error(`A token was signed with ${alg} and not with ES256.`);
}

async function measurePairs(
  { product, bare }: { product: TokenRequest; bare: TokenRequest },
  pairs: number,
): Promise<TokenTimes> {
  const times: TokenTimes = { product: [], bare: [] };
  for (let pair = 0; pair < pairs; pair += 1) {
    times.product.push(await timeRequest(product));
    times.bare.push(await timeRequest(bare));
  }
  return times;
}

async function timeRequest(ask: TokenRequest): Promise<number> {
  const sentAt = performance.now();
  await ask();
  return performance.now() - sentAt;
}

function buildTokenReport(rounds: readonly TokenTimes[]): string[] {
  const each = (side: keyof TokenTimes, share: number) =>
    rounds.map((round) => computePercentile(round[side], share));
  const row = (title: string, side: keyof TokenTimes) => [
    title,
    formatSpread(each(side, 0.5), 2),
    formatSpread(each(side, 0.99), 2),
  ];
  const ratio = computeRatios(each('product', 0.5), each('bare', 0.5));
  return [
    'POST /token with client credentials, one at a time, and a bare ES256 signature, in ms',
    '',
    ...formatTable(
      ['endpoint', 'p50', 'p99'],
      [row('the product', 'product'), row('bare signature', 'bare')],
    ),
    '',
    `Ratio of p50 ${formatSpread(ratio, 2)}. Aim: at most ${TARGET_RATIO}: ${formatTargetVerdict(computeMedian(ratio) <= TARGET_RATIO)}.`,
    'Both are reached through the same runner: its share is in both figures, and most of the bare one.',
  ];
}

async function measureBundles(bench: BenchContext): Promise<string[]> {
  const folder = join(bench.folder, 'weighed-bundles');
  await bundleFunctions([listOperationEntries()], folder);
  await bundleNamed(listNamedEntries(), folder);
  const bundles = Object.entries(BUNDLES).map(([title, name]) => ({
    title,
    name,
    imports: [] as number[],
  }));
  const count = bench.rounds * IMPORTS_PER_ROUND;
  // The first import reads its files from the disk and is not counted.
  for (let start = 0; start <= count; start += 1) {
    bench.progress(`import ${start} of ${count}`);
    for (const { name, imports } of bundles) {
      const imported = await timeImport(folder, name);
      if (start > 0) imports.push(imported);
    }
  }
  const rows = bundles.map(({ title, name, imports }) => {
    const { raw, gzipped } = measureBundle(folder, name);
    return [title, String(raw), String(gzipped), formatSpread(imports, 1)];
  });
  return [
    'What a fresh process has to load',
    '',
    ...formatTable(['bundle', 'bytes', 'gzipped', 'import, ms'], rows),
  ];
}
