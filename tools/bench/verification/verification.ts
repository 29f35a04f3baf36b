// The verification of a large ledger: its rate, its memory at two sizes, and how much it reads.
import type { Measurement } from '../report/measurement.ts';
import { formatTable, formatTargetVerdict } from '../report/text-table.ts';
import { verifyInterrupted } from './interrupted-probe.ts';
import type { VerificationReading } from './interrupted-probe.ts';
import { startLedgerSource } from './ledger-source.ts';
import { meterVerification } from './metered-verification.ts';
import type { MeteredVerification } from './metered-verification.ts';

const MEMORY_TARGET = 1.3;
/** Fewer do not fill the pages that are held at the same time, so that more of them must take more. */
const FILLING_ENTRIES = 100_000;
const MILLION = 1_000_000;
const MEGABYTE = 1_048_576;

export const verification: Measurement = {
  name: 'verification',
  async run(bench) {
    bench.progress('one round, regardless of --rounds; counting the reads of a small ledger');
    const metered = await meterVerification(bench);
    const verify = (entries: number) => {
      bench.progress(`verifying ${entries.toLocaleString('en')} account entries`);
      return verifyGenerated(entries, bench.folder);
    };
    const fewer = await verify(bench.ledgerEntries / 10);
    const all = await verify(bench.ledgerEntries);
    return [...buildReport(fewer, all), '', ...buildReadLines(metered)];
  },
};

async function verifyGenerated(entries: number, folder: string): Promise<VerificationReading> {
  const source = await startLedgerSource(entries);
  try {
    const reading = await verifyInterrupted(source, folder);
    if (reading.isSound && reading.count === entries) return reading;
    throw new Error(`The generated ledger is not sound: ${JSON.stringify(reading)}`);
  } finally {
    await source.stop();
  }
}

function buildReport(fewer: VerificationReading, all: VerificationReading): string[] {
  return [
    'A process verifies, in eight segments, a ledger of transfers that is generated where it is read, and its general ' +
      'ledger, where one account code has as many lines as there are account entries. The process is ended in the ' +
      'middle with SIGKILL, and another one continues at its checkpoints. The verdict is sound, and counts each ' +
      'account entry once.',
    '',
    ...formatTable(
      [
        'account entries',
        'a second of a processor',
        'a second',
        'peak resident, MB',
        'records scanned',
        'checkpoints, MB',
      ],
      [fewer, all].map(({ count, processorMs, milliseconds, peakMegabytes, ...others }) => [
        count.toLocaleString('en'),
        ((count / processorMs) * 1_000).toFixed(0),
        ((count / milliseconds) * 1_000).toFixed(0),
        peakMegabytes.toFixed(0),
        others.scanned.toLocaleString('en'),
        (others.checkpointBytes / MEGABYTE).toFixed(1),
      ]),
    ),
    '',
    formatMemoryVerdict(fewer, all),
  ];
}

function formatMemoryVerdict(fewer: VerificationReading, all: VerificationReading): string {
  const growth = all.peakMegabytes / fewer.peakMegabytes;
  const ratio = `Memory ${growth.toFixed(2)} of that at a tenth.`;
  if (fewer.count < FILLING_ENTRIES)
    return `${ratio} The aim is for ten times ${FILLING_ENTRIES.toLocaleString('en')} entries and more.`;
  const verdict = formatTargetVerdict(growth <= MEMORY_TARGET);
  return `${ratio} Aim: at most ${MEMORY_TARGET}: ${verdict}.`;
}

function buildReadLines({ accountEntries, requests, readUnits }: MeteredVerification): string[] {
  const perMillion = Math.ceil((readUnits * MILLION) / accountEntries);
  const counted = `${requests} requests and ${readUnits} read units for ${accountEntries.toLocaleString('en')} account entries`;
  return [
    `Counted on the engine: ${counted}.`,
    `That is ${perMillion.toLocaleString('en')} read units for a million account entries.`,
  ];
}
