// The offline check of an evidence log beside the bare hashing of its entries, and its memory.
import { join } from 'node:path';
import { computeRate, readPeak, runProbe } from '../load/bounded-work.ts';
import type { BoundedRound } from '../load/bounded-work.ts';
import type { Measurement } from '../report/measurement.ts';
import { computeMedian, computeRatios, formatSpread } from '../report/statistics.ts';
import { formatTable, formatTargetVerdict } from '../report/text-table.ts';
import { writeLog } from './written-log.ts';

const PROBE = join(import.meta.dirname, 'verify-probe.ts');
const LEAVES = 1_000_000;
const FEWER_LEAVES = 100_000;
const PEAK_MEGABYTES_MAX = 200;

export const evidence: Measurement = {
  name: 'evidence',
  async run(bench) {
    bench.progress('writing the logs');
    const [many, few] = [LEAVES, FEWER_LEAVES].map((leaves) => {
      const folder = join(bench.folder, `log-${leaves}`);
      return [folder, String(leaves), writeLog(folder, leaves)] as const;
    });
    if (!many || !few) throw new Error('There is no log.');
    const rounds: BoundedRound[] = [];
    // The first round reads the files from the disk and is not counted.
    for (let round = 0; round <= bench.rounds; round += 1) {
      bench.progress(`round ${round} of ${bench.rounds}`);
      const one = {
        bare: await runProbe(PROBE, 'bare', ...many),
        ours: await runProbe(PROBE, 'ours', ...many),
        fewer: await runProbe(PROBE, 'ours', ...few),
      };
      if (round > 0) rounds.push(one);
    }
    return formatReport(rounds);
  },
};

function formatReport(rounds: readonly BoundedRound[]): string[] {
  const of = (side: keyof BoundedRound) => rounds.map((round) => round[side]);
  const row = (words: string, side: keyof BoundedRound) => [
    words,
    formatSpread(of(side).map(computeRate)),
    formatSpread(of(side).map(readPeak)),
  ];
  const share = computeRatios(of('ours').map(computeRate), of('bare').map(computeRate));
  const peak = of('ours').map(readPeak);
  const isSmall = computeMedian(peak) <= PEAK_MEGABYTES_MAX;
  return [
    'A fresh process verifies a log of receipts by its key, from its files',
    '',
    ...formatTable(
      ['', 'leaves per second of a processor', 'peak resident, MB'],
      [
        row(`bare hashing, ${LEAVES} leaves`, 'bare'),
        row(`verified, ${LEAVES} leaves`, 'ours'),
        row(`verified, ${FEWER_LEAVES} leaves`, 'fewer'),
      ],
    ),
    '',
    `Rate ${formatSpread(share, 2)} of the bare one.`,
    `Memory ${formatSpread(peak)} MB. Aim: at most ${PEAK_MEGABYTES_MAX}: ${formatTargetVerdict(isSmall)}.`,
  ];
}
