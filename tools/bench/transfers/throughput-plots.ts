// The throughput measurement as plots: rates over clients, and latencies at the middle level.
import { buildPercentilePlot } from '../report/percentile-plot.ts';
import { computeMedian } from '../report/statistics.ts';
import type { Plot } from '../report/svg-plot.ts';
import type { MeasuredTurn } from './compared-sides.ts';

const SIDES = { http: 'HTTP', sdk: 'SDK client', engine: 'engine alone' } as const;
type SideName = keyof typeof SIDES;
const names = Object.keys(SIDES) as SideName[];

export function buildThroughputPlots(turns: readonly MeasuredTurn[]): Plot[] {
  const levels = [...Map.groupBy(turns, ({ clients }) => clients)];
  const [clients = 0, middle = []] = levels[Math.floor(levels.length / 2)] ?? [];
  const times = (side: SideName) => middle.flatMap((turn) => turn[side].durations);
  return [
    {
      title: 'Transfers per second over clients',
      across: 'clients',
      unit: 'transfers per second',
      categories: levels.map(([level]) => String(level)),
      series: names.map((side) => ({
        name: SIDES[side],
        values: levels.map(([, own]) => computeMedian(own.map((turn) => turn[side].perSecond))),
      })),
    },
    buildPercentilePlot(
      `Latency of a transfer, ${clients} clients`,
      Object.fromEntries(names.map((side) => [SIDES[side], times(side)])),
    ),
  ];
}
