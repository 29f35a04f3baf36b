// What a log line and its metrics contain, and what they never contain.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Refusal } from '../../functions/domain/refusals/refusals.ts';
import { CACHE_MS } from '../../functions/ledger/timed-cache.ts';
import { captureOutput } from '../support/fixtures/captured-output.ts';
import type { CapturedOutput } from '../support/fixtures/captured-output.ts';
import { createRule } from '../support/fixtures/products.ts';
import { advanceTime } from '../support/stack/advance-time.ts';
import type { StoreFault } from '../support/stack/fault-proxy.ts';

process.env['TEST_LOG'] = 'INFO';
const { credit, openAccount, startWatchedLedger } = await import('../support/stack/ledger.ts');

const ledger = await startWatchedLedger();
const { recordRequest: record, startTrace } = await import('../../functions/runtime/telemetry.ts');
let output: CapturedOutput;
let lines: string[];
beforeAll(() => {
  output = captureOutput();
  lines = output.texts;
});
afterAll(async () => {
  output.end();
  await ledger.stop();
});

test('writes one line per answer, without bodies, names or balances, for failures too', async () => {
  const account = await openAccount(ledger, { funds: '777777777777.00', correlationId: 'flow-7' });
  lines.length = 0;
  // Another posting commits before each of ours, so every attempt loses its race.
  let isIn = false;
  let races = 0;
  ledger.proxy.fail(async (operation): Promise<StoreFault> => {
    if (operation === 'TransactWriteItems' && !isIn) {
      isIn = true;
      races += 1;
      await ledger.call('postJournalEntry', { body: credit(account, '1.00'), subject: 'rival' });
      isIn = false;
    }
    return 'none';
  });

  const busy = await ledger.call('postJournalEntry', {
    body: { ...credit(account, '2.00'), description: 'private-description' },
    correlationId: 'flow-8',
    remainingMs: () => (races < 3 ? 30_000 : 1_000),
  });

  ledger.proxy.heal();
  expect(busy.body).toMatchObject({ statusCode: 503, code: 'contention' });
  const logged = lines
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const failed = logged.find((line) => line['correlation_id'] === 'flow-8');
  expect(failed).toMatchObject({
    level: 'ERROR',
    operation: 'postJournalEntry',
    tenant: 'acme',
    status: 503,
    code: 'contention',
  });
  expect(lines.join('')).not.toMatch(/7777777777|private-description|Ada|cus-1/);
});

test.each([
  ['DENY', 403],
  ['SKIP', 201],
])('names and counts the rules that failed, without what was posted: %s', async (mode, status) => {
  const tenant = `failing-${mode}`;
  const broken = { condition: 'decimal(posting.reference) > 1' };
  for (const id of ['one', 'two'])
    await createRule(ledger, 'current', { id, ...broken }, { tenant });
  await ledger.call('updateGeneralLedgerSettings', { tenant, body: { failing_rules: mode } });
  // One process serves all operations here, and the rules have cached the settings from before.
  advanceTime(CACHE_MS);
  const {
    account_postings: [posting],
    ...entry
  } = credit(await openAccount(ledger, { tenant }), '1.00');
  const body = { ...entry, account_postings: [{ ...posting, reference: 'private-reference' }] };
  lines.length = 0;

  const { status: answered } = await ledger.call('postJournalEntry', { tenant, body });

  expect(answered).toBe(status);
  const failing = { product_id: 'current', line: 1, column: 1 };
  const ids = mode === 'DENY' ? ['one'] : ['one', 'two'];
  expect(JSON.parse(lines.find((line) => line.startsWith('{')) ?? '')).toMatchObject({
    tenant,
    failing_rules: ids.map((rule_id) => ({ ...failing, rule_id })),
    FailingRules: ids.length,
    _aws: {
      CloudWatchMetrics: [
        {},
        {},
        { Dimensions: [['service']], Metrics: [{ Name: 'FailingRules' }] },
      ],
    },
  });
  expect(lines.join('')).not.toContain('private-reference');
});

function lineOf(status: number, error?: unknown, attempts = 1): Record<string, unknown> {
  lines.length = 0;
  const trace = startTrace('postJournalEntry', { id: 'corr-1', isValid: true });
  trace.attempts = attempts;
  record(trace, status, error);
  expect(lines).toHaveLength(1);
  return JSON.parse(lines[0] ?? '') as Record<string, unknown>;
}

interface EmbeddedMetrics {
  readonly Timestamp: number;
  readonly CloudWatchMetrics: readonly {
    readonly Namespace: string;
    readonly Dimensions: readonly string[][];
    readonly Metrics: readonly { readonly Name: string }[];
  }[];
}

test('the line declares its metrics and has every declared member', () => {
  const line = lineOf(201, undefined, 3);

  expect(line).toMatchObject({ outcome: '201', Count: 1, Retries: 2, service: 'countinghouse' });
  const { Timestamp: at, CloudWatchMetrics: directives } = line['_aws'] as EmbeddedMetrics;
  expect(Math.abs(Date.now() - at)).toBeLessThan(60_000);
  const declared = directives.map(({ Dimensions: [dimensions = []], Metrics: metrics }) => {
    return { dimensions, metrics: metrics.map(({ Name: name }) => name) };
  });
  expect(declared).toEqual([
    { dimensions: ['service', 'operation'], metrics: ['Latency', 'Retries'] },
    { dimensions: ['service', 'operation', 'outcome'], metrics: ['Count'] },
  ]);
  for (const { Namespace: namespace } of directives) expect(namespace).toBe('Countinghouse/test');
  for (const { dimensions, metrics } of declared) {
    for (const name of dimensions) expect(typeof line[name]).toBe('string');
    for (const name of metrics) expect(typeof line[name]).toBe('number');
  }
});

test('a request that has combined counts its leases, transactions, postings and returned intents', () => {
  const trace = startTrace('postJournalEntry', { id: 'corr-1', isValid: true });
  trace.combining.note({ kind: 'leased' });
  trace.combining.note({ kind: 'posted', intents: 16 });
  trace.combining.note({ kind: 'posted', intents: 3 });
  trace.combining.note({ kind: 'returned' });
  lines.length = 0;

  record(trace, 201);

  const line = JSON.parse(lines[0] ?? '') as Record<string, unknown>;
  const counts = {
    CombinerLeases: 1,
    CombinedTransactions: 2,
    CombinedPostings: 19,
    ReturnedIntents: 1,
  };
  expect(line).toMatchObject({ combined: 19, ...counts });
  const {
    CloudWatchMetrics: [of],
  } = line['_aws'] as EmbeddedMetrics;
  expect(of?.Metrics.map(({ Name: name }) => name)).toEqual(['Latency', ...Object.keys(counts)]);
});

test('a request that has not combined counts nothing of it', () => {
  const line = lineOf(201);

  expect(Object.keys(line).filter((name) => /Comb|Intents/.test(name))).toEqual([]);
});

test('a first attempt counts no retries', () => {
  expect(lineOf(201)).not.toHaveProperty('Retries');
});

test('counts a refusal under its code, not as a failure', () => {
  const line = lineOf(422, new Refusal('insufficient_funds', 'Too little.'));

  expect(line).toMatchObject({ level: 'INFO', outcome: 'insufficient_funds', Count: 1 });
});

test('logs and counts an internal error with its cause', () => {
  const line = lineOf(500, new TypeError('stored name is not text'));

  expect(line).toMatchObject({
    level: 'ERROR',
    message: 'failed',
    outcome: 'unexpected',
    Count: 1,
    error: { name: 'TypeError', message: 'stored name is not text' },
  });
});
