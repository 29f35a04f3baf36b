// What the trial balance, the lines of a code and an account's statement cost on a ledger with a long
// history: requests, units and bytes of each read, and its time over HTTP.
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { OperationName } from '../../../functions/operations/operations.ts';
import { isRequestOf, sumConsumption } from '../../metering/consumption.ts';
import { startMeteringProxy } from '../../metering/metering-proxy.ts';
import { startFreshEngine } from '../baselines/fresh-engine.ts';
import { startProduct } from '../load/running-product.ts';
import type { ProductCall, ProductOptions, RunningProduct } from '../load/running-product.ts';
import type { BenchContext, Measurement } from '../report/measurement.ts';
import { formatPercentiles } from '../report/statistics.ts';
import { formatTable, formatTargetVerdict } from '../report/text-table.ts';
import { BUSY_CODE, FILLED_CODES } from './filled-general-ledger.ts';
import { fillChart, fillLedger, fillStatement, STATEMENT_ENTRIES } from './filled-tenant.ts';
import type { FillSize } from './filled-tenant.ts';

const ENTRIES = 100_000;
const ORDINARY_CODE = '1007';
const WARM_UP_CALLS = 5;
const CALLS_PER_ROUND = 20;
/** Two queries more for a year before `from` and its month. */
const TARGETS = { requests: 15, readUnits: 450 };
const KILOBYTE = 1_024;
const SCAN_BYTES_PER_UNIT = 4_096;

interface TimedRead {
  readonly title: string;
  readonly operation: OperationName;
  readonly path: string;
}

interface ReadCost {
  readonly requests: number;
  readonly readUnits: number;
  readonly storeBytes: number;
  readonly answerBytes: number;
}

export const trialBalance: Measurement = {
  name: 'trial-balance',
  async run(bench) {
    const engine = await startFreshEngine(bench);
    const data = mkdtempSync(join(bench.folder, 'trial-balance-'));
    const options = { folder: bench.folder, data, flags: ['--no-streams', '--enforce-roles'] };
    try {
      const timed = await measureTimes({ ...options, engine: engine.endpoint }, bench);
      bench.progress('counting');
      const costs = await measureCosts({ ...options, engine: engine.endpoint }, timed.reads);
      return buildReport(timed, costs);
    } finally {
      await engine.stop();
    }
  },
};

interface TimedReads {
  readonly size: FillSize;
  readonly reads: readonly TimedRead[];
  /** Milliseconds, by read. */
  readonly times: readonly (readonly number[])[];
}

async function measureTimes(options: ProductOptions, bench: BenchContext): Promise<TimedReads> {
  const product = await startProduct(options);
  try {
    bench.progress('filling the general ledger');
    const size = await fillLedger(product, ENTRIES);
    await fillChart(product);
    bench.progress('posting a statement');
    const reads = listReads(await fillStatement(product), await readCursor(product));
    const times: number[][] = [];
    for (const read of reads) {
      bench.progress(`timing ${read.title}`);
      const all: number[] = [];
      for (let call = 0; call < WARM_UP_CALLS + bench.rounds * CALLS_PER_ROUND; call += 1) {
        const sentAt = performance.now();
        await product.requireSuccess(toCall(read));
        all.push(performance.now() - sentAt);
      }
      times.push(all.slice(WARM_UP_CALLS));
    }
    return { size, reads, times };
  } finally {
    await product.stop();
  }
}

/** Where the lines of the busy code continue after their first page. */
async function readCursor(product: RunningProduct): Promise<string> {
  const call = { method: 'GET', path: BUSY_LINES, permission: 'finance.read' } as const;
  const page = JSON.parse(await product.requireSuccess(call)) as { next_cursor: string };
  return page.next_cursor;
}

const TRIAL_BALANCE = '/api/general-ledger/trial-balance';
const JUNE = 'from=2026-06-01&to=2026-06-30';
const BUSY_LINES = `/api/general-ledger/accounts/${BUSY_CODE}/lines?${JUNE}`;

function listReads(accountId: string, cursor: string): TimedRead[] {
  const trialBalanceOf = (title: string, query: string): TimedRead => {
    const path = `${TRIAL_BALANCE}?${query}`;
    return { title: `trial balance ${title}`, operation: 'getTrialBalance', path };
  };
  const linesOf = (title: string, path: string): TimedRead => {
    return { title: `lines of ${title}`, operation: 'listLedgerAccountLines', path };
  };
  const statementOf = (title: string, query: string): TimedRead => {
    const path = `/api/accounts/${accountId}/statement${query}`;
    return { title: `statement${title}`, operation: 'getAccountStatement', path };
  };
  return [
    trialBalanceOf('as of a day', 'as_of=2026-06-20'),
    trialBalanceOf('as of a day, one currency', 'as_of=2026-06-20&currency=EUR'),
    trialBalanceOf('of a month', JUNE),
    trialBalanceOf('of a year', 'from=2025-06-21&to=2026-06-20'),
    linesOf('a code, a month', `/api/general-ledger/accounts/${ORDINARY_CODE}/lines?${JUNE}`),
    linesOf('the busiest code, first page', BUSY_LINES),
    linesOf('the busiest code, next page', `${BUSY_LINES}&cursor=${encodeURIComponent(cursor)}`),
    statementOf('', ''),
    statementOf(' of a period', '?from=2000-01-01T00:00:00Z'),
  ];
}

function toCall({ path }: TimedRead): ProductCall {
  return { method: 'GET', path, permission: 'finance.read' };
}

async function measureCosts(
  options: ProductOptions,
  reads: readonly TimedRead[],
): Promise<ReadCost[]> {
  const proxy = await startMeteringProxy(options.engine);
  try {
    const product = await startProduct({ ...options, engine: proxy.endpoint });
    try {
      const costs: ReadCost[] = [];
      for (const read of reads) {
        // The first call also reads what its function then caches for some seconds.
        await product.requireSuccess(toCall(read));
        proxy.take();
        const text = await product.requireSuccess(toCall(read));
        const own = proxy.take().filter((one) => isRequestOf(read.operation, one));
        costs.push({
          ...sumConsumption(own),
          storeBytes: own.reduce((sum, { bytes }) => sum + bytes, 0),
          answerBytes: Buffer.byteLength(text),
        });
      }
      return costs;
    } finally {
      await product.stop();
    }
  } finally {
    await proxy.stop();
  }
}

function buildReport({ size, reads, times }: TimedReads, costs: readonly ReadCost[]): string[] {
  const rows = reads.map(({ title }, index) => {
    const { requests, readUnits, storeBytes, answerBytes } = costs[index] ?? NOTHING;
    const figures = [
      requests,
      readUnits,
      formatKilobytes(storeBytes),
      formatKilobytes(answerBytes),
    ];
    return [title, ...figures.map(String), ...formatPercentiles(times[index] ?? [])];
  });
  const balances = costs.filter((_, index) => reads[index]?.operation === 'getTrialBalance');
  const [requests, units] = [
    Math.max(...balances.map((one) => one.requests)),
    Math.max(...balances.map((one) => one.readUnits)),
  ];
  const isMet = requests <= TARGETS.requests && units <= TARGETS.readUnits;
  return [
    `${ENTRIES} entries of two lines over ${FILLED_CODES.length} codes and the days of two years; the busiest code has nearly half of the entries`,
    '',
    ...formatTable(
      ['', 'requests', 'read units', 'from the store, kB', 'answer, kB', 'p50, ms', 'p99, ms'],
      rows,
    ),
    '',
    `All counters and lines are ${size.items} items of ${formatKilobytes(size.bytes)} kB: a scan takes ${Math.ceil(size.bytes / SCAN_BYTES_PER_UNIT)} read units.`,
    `The account has ${STATEMENT_ENTRIES} entries. Requests and units are those of a function that has its caches.`,
    `Aim: a trial balance takes at most ${TARGETS.requests} requests and ${TARGETS.readUnits} read units: ${formatTargetVerdict(isMet)}.`,
  ];
}

const NOTHING: ReadCost = { requests: 0, readUnits: 0, storeBytes: 0, answerBytes: 0 };

function formatKilobytes(bytes: number): string {
  return (bytes / KILOBYTE).toFixed(0);
}
