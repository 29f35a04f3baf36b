// What a service's token costs beside a bare endpoint that only signs one, and what the bundle of the
// identity service weighs beside that of createAccount.
import { join } from 'node:path';
import { decodeProtectedHeader } from 'jose';
import { bundleFunctions, bundleNamed } from '../../../lib/constructs/lambda/bundles.ts';
import { namedEntries, operationEntries } from '../../../lib/constructs/lambda/entries.ts';
import { startBareTokenService } from '../baselines/bare-token-service.ts';
import { importOnce, sizeOf } from './bundle-weight.ts';
import { HttpClient } from '../load/http-client.ts';
import type { Bench, Measurement } from '../report/measurement.ts';
import { startProduct } from '../load/product.ts';
import type { ProductStack } from '../load/product.ts';
import { median, percentile, ratios, spread } from '../report/statistics.ts';
import { textTable, verdict } from '../report/text-table.ts';

const WARM_UP_PAIRS = 500;
const PAIRS_PER_ROUND = 300;
const IMPORTS_PER_ROUND = 5;
const AIM = 3;

const BUNDLES = { identity: 'serve-identity', createAccount: 'create-account' };

interface Pairs {
  readonly product: number[];
  readonly bare: number[];
}

type AskForToken = () => Promise<string>;

export const token: Measurement = {
  name: 'token',
  async run(bench) {
    const rounds = await measureTokens(bench);
    return [...reportTokens(rounds), '', ...(await weighBundles(bench))];
  },
};

async function measureTokens(bench: Bench): Promise<Pairs[]> {
  const product = await startProduct({ folder: bench.folder, engine: bench.engine });
  const bare = await startBareTokenService(bench);
  const clients = {
    product: new HttpClient(product.stack.auth_url),
    bare: new HttpClient(bare.origin),
  };
  try {
    const sides = {
      product: tokensFrom(clients.product, product.stack),
      bare: tokensFrom(clients.bare, product.stack),
    };
    for (const ask of Object.values(sides)) refuseOtherAnswers(await ask());
    bench.progress('warming up');
    await takeTurns(sides, WARM_UP_PAIRS);
    const rounds: Pairs[] = [];
    for (let round = 1; round <= bench.rounds; round += 1) {
      bench.progress(`round ${round} of ${bench.rounds}`);
      rounds.push(await takeTurns(sides, PAIRS_PER_ROUND));
    }
    return rounds;
  } finally {
    for (const client of Object.values(clients)) client.close();
    await bare.stop();
    await product.stop();
  }
}

// Both are sent the same, though the bare one reads nothing of it.
function tokensFrom(client: HttpClient, { internal_client }: ProductStack): AskForToken {
  const form = new URLSearchParams({ grant_type: 'client_credentials', ...internal_client });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const request = { method: 'POST', path: '/token', headers, body: form.toString() };
  return () => client.demand(request);
}

// Another kind of token would make the comparison worthless.
function refuseOtherAnswers(answer: string): void {
  const { access_token } = JSON.parse(answer) as { access_token: string };
  const { alg } = decodeProtectedHeader(access_token);
  if (alg !== 'ES256') throw new Error(`A token was signed with ${alg} and not with ES256.`);
}

async function takeTurns(
  { product, bare }: { product: AskForToken; bare: AskForToken },
  pairs: number,
): Promise<Pairs> {
  const times: Pairs = { product: [], bare: [] };
  for (let pair = 0; pair < pairs; pair += 1) {
    times.product.push(await timed(product));
    times.bare.push(await timed(bare));
  }
  return times;
}

async function timed(ask: AskForToken): Promise<number> {
  const sentAt = performance.now();
  await ask();
  return performance.now() - sentAt;
}

function reportTokens(rounds: readonly Pairs[]): string[] {
  const each = (side: keyof Pairs, share: number) =>
    rounds.map((round) => percentile(round[side], share));
  const row = (title: string, side: keyof Pairs) => [
    title,
    spread(each(side, 0.5), 2),
    spread(each(side, 0.99), 2),
  ];
  const ratio = ratios(each('product', 0.5), each('bare', 0.5));
  return [
    'POST /token with client credentials, one at a time, and a bare ES256 signature, in ms',
    '',
    ...textTable(
      ['endpoint', 'p50', 'p99'],
      [row('the product', 'product'), row('bare signature', 'bare')],
    ),
    '',
    `Ratio of p50 ${spread(ratio, 2)}. Aim: at most ${AIM}: ${verdict(median(ratio) <= AIM)}.`,
    'Both are reached through the same runner: its share is in both figures, and most of the bare one.',
  ];
}

async function weighBundles(bench: Bench): Promise<string[]> {
  const folder = join(bench.folder, 'weighed-bundles');
  await bundleFunctions([operationEntries()], folder);
  await bundleNamed(namedEntries(), folder);
  const bundles = Object.entries(BUNDLES).map(([title, name]) => ({
    title,
    name,
    imports: [] as number[],
  }));
  const count = bench.rounds * IMPORTS_PER_ROUND;
  // The first of each reads its files from the disk and is not counted.
  for (let start = 0; start <= count; start += 1) {
    bench.progress(`import ${start} of ${count}`);
    for (const { name, imports } of bundles) {
      const imported = await importOnce(folder, name);
      if (start > 0) imports.push(imported);
    }
  }
  const rows = bundles.map(({ title, name, imports }) => {
    const { raw, gzipped } = sizeOf(folder, name);
    return [title, String(raw), String(gzipped), spread(imports, 1)];
  });
  return [
    'What a fresh process has to load',
    '',
    ...textTable(['bundle', 'bytes', 'gzipped', 'import, ms'], rows),
  ];
}
