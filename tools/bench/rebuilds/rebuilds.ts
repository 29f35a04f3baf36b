// The rebuilds of read models: their rate, their memory at two sizes, and what they read and write.
import { join } from 'node:path';
import { READ_MODEL_NAMES } from '../../../functions/domain/projections/projector.ts';
import type { ReadModelName } from '../../../functions/domain/projections/projector.ts';
import { sumConsumption } from '../../metering/consumption.ts';
import type { Consumption } from '../../metering/consumption.ts';
import { startMeteringProxy } from '../../metering/metering-proxy.ts';
import { startInMemoryEngine } from '../baselines/fresh-engine.ts';
import { runProbe } from '../load/bounded-work.ts';
import type { ProbeReading } from '../load/bounded-work.ts';
import type { BenchContext, Measurement } from '../report/measurement.ts';
import { formatTable, formatTargetVerdict } from '../report/text-table.ts';
import { fillEngine } from '../verification/generated-store.ts';

const PROBE = join(import.meta.dirname, 'rebuild-probe.ts');
/** Each pair of accounts has 502 receipts; those of 20 fill more than a page of each segment. */
const PAIRS = { metered: 4, fewer: 20, allAtLeast: 60 };
const ENTRIES_PER_PAIR = 10_000;
const MEMORY_TARGET = 1.3;
const MILLION = 1_000_000;

/** The receipts of the generated ledger open accounts and post transfers: these read models follow them. */
const READ_MODELS = READ_MODEL_NAMES.filter(
  (name) => name !== 'loan_activity' && name !== 'product_publication',
);

interface RebuildReading extends ProbeReading {
  readonly failed: number;
  readonly processorMs: number;
}

type ByReadModel<Value> = ReadonlyMap<ReadModelName, Value>;

export const rebuilds: Measurement = {
  name: 'rebuilds',
  async run(bench) {
    bench.progress('one round, regardless of --rounds; counting the units of small rebuilds');
    const metered = await meterRebuilds(bench);
    const fewer = await runRebuilds(bench, PAIRS.fewer);
    const pairs = Math.max(PAIRS.allAtLeast, bench.ledgerEntries / ENTRIES_PER_PAIR);
    const all = await runRebuilds(bench, pairs);
    return buildReport({ metered, fewer, all });
  },
};

async function runRebuilds(
  bench: BenchContext,
  pairs: number,
): Promise<ByReadModel<RebuildReading>> {
  const engine = await startInMemoryEngine(bench);
  const readings = new Map<ReadModelName, RebuildReading>();
  try {
    bench.progress(`writing the receipts of ${pairs} pairs of accounts`);
    await fillEngine(engine.endpoint, pairs);
    for (const name of READ_MODELS) {
      bench.progress(`rebuilding ${name} from the receipts of ${pairs} pairs`);
      readings.set(name, await runSound(engine.endpoint, name));
    }
  } finally {
    await engine.stop();
  }
  return readings;
}

async function runSound(endpoint: string, name: ReadModelName): Promise<RebuildReading> {
  const reading = await runProbe<RebuildReading>(PROBE, endpoint, name);
  if (reading.failed === 0) return reading;
  throw new Error(`${reading.failed} events could not be applied to ${name}.`);
}

type MeteredRebuild = Consumption & { readonly receipts: number };

async function meterRebuilds(bench: BenchContext): Promise<ByReadModel<MeteredRebuild>> {
  const engine = await startInMemoryEngine(bench);
  const proxy = await startMeteringProxy(engine.endpoint);
  const metered = new Map<ReadModelName, MeteredRebuild>();
  try {
    await fillEngine(engine.endpoint, PAIRS.metered);
    for (const name of READ_MODELS) {
      const { count: receipts } = await runSound(proxy.endpoint, name);
      metered.set(name, { ...sumConsumption(proxy.take()), receipts });
    }
  } finally {
    await proxy.stop();
    await engine.stop();
  }
  return metered;
}

interface RebuildFigures {
  readonly metered: ByReadModel<MeteredRebuild>;
  readonly fewer: ByReadModel<RebuildReading>;
  readonly all: ByReadModel<RebuildReading>;
}

function buildReport({ metered, fewer, all }: RebuildFigures): string[] {
  const growths = READ_MODELS.map((name) => readPeakOf(all, name) / readPeakOf(fewer, name));
  const growth = Math.max(...growths);
  const [fewerCount, count] = [fewer, all].map((readings) =>
    Math.max(...[...readings.values()].map((reading) => reading.count)).toLocaleString('en'),
  );
  return [
    `Each read model is rebuilt in a fresh process, with eight segments, from ${count} receipts in the engine`,
    '',
    ...formatTable(
      [
        'read model',
        'receipts a second of a processor',
        'a second',
        'peak resident, MB',
        `of that from ${fewerCount}`,
        'read units for a million',
        'write units for a million',
      ],
      READ_MODELS.map((name, index) => [
        name,
        ...formatReading(all.get(name)),
        (growths[index] ?? Number.NaN).toFixed(2),
        ...formatUnits(metered.get(name)),
      ]),
    ),
    '',
    `Memory at most ${growth.toFixed(2)} of that from ${fewerCount} receipts. Aim: at most ${MEMORY_TARGET}: ${formatTargetVerdict(growth <= MEMORY_TARGET)}.`,
  ];
}

function readPeakOf(readings: ByReadModel<RebuildReading>, name: ReadModelName): number {
  return readings.get(name)?.peakMegabytes ?? Number.NaN;
}

function formatReading(reading: RebuildReading | undefined): string[] {
  const { count, processorMs, milliseconds, peakMegabytes } = reading ?? {
    count: Number.NaN,
    processorMs: Number.NaN,
    milliseconds: Number.NaN,
    peakMegabytes: Number.NaN,
  };
  const rates = [processorMs, milliseconds].map((ms) => ((count / ms) * 1_000).toFixed(0));
  return [...rates, peakMegabytes.toFixed(0)];
}

function formatUnits(metered: MeteredRebuild | undefined): string[] {
  const { readUnits = Number.NaN, writeUnits = Number.NaN, receipts = 1 } = metered ?? {};
  return [readUnits, writeUnits].map((units) =>
    Math.ceil((units * MILLION) / receipts).toLocaleString('en'),
  );
}
