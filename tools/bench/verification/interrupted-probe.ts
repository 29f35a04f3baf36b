// Runs the verification of a generated ledger, ends it in the middle without warning, and lets it continue.
import { existsSync, mkdtempSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startProbe } from '../load/bounded-work.ts';
import { readCpuMs, readPeakMegabytes } from '../load/processes.ts';
import type { GeneratedSource } from './ledger-source.ts';

const PROBE = join(import.meta.dirname, 'verification-probe.ts');
const POLL_MS = 100;

export interface VerificationReading {
  readonly isSound: boolean;
  /** Of account entries. */
  readonly count: number;
  /** The first one, if there are any. */
  readonly difference?: unknown;
  /** Of both processes together. */
  readonly processorMs: number;
  readonly milliseconds: number;
  /** Of the process that had more. */
  readonly peakMegabytes: number;
  /** The records that were read, those between the last checkpoint and the end of the process twice. */
  readonly scanned: number;
  /** The size of all checkpoints when the process was ended. */
  readonly checkpointBytes: number;
}

/** Verifies the ledger of the source with two processes, of which the second continues what the first has left. */
export async function verifyInterrupted(
  source: GeneratedSource,
  parent: string,
): Promise<VerificationReading> {
  const folder = mkdtempSync(join(parent, 'checkpoints-'));
  const startedAt = performance.now();
  const first = await runHalf(source, folder);
  const checkpointBytes = sumSizes(folder);
  const second = await startVerification(source, folder).reading;
  return {
    ...second,
    processorMs: first.processorMs + second.processorMs,
    milliseconds: performance.now() - startedAt,
    peakMegabytes: Math.max(first.peakMegabytes, second.peakMegabytes),
    scanned: source.countScanned(),
    checkpointBytes,
  };
}

type ProbeVerdict = Omit<VerificationReading, 'milliseconds' | 'scanned' | 'checkpointBytes'>;

function startVerification({ endpoint }: GeneratedSource, folder: string) {
  return startProbe<ProbeVerdict>(PROBE, endpoint, folder);
}

/** Ends the process once half is scanned and there are checkpoints to continue at. */
async function runHalf(
  source: GeneratedSource,
  folder: string,
): Promise<Pick<VerificationReading, 'processorMs' | 'peakMegabytes'>> {
  const { child, reading } = startVerification(source, folder);
  const isWhole = reading.then(() => true);
  const isHalf = source.halfScanned.then(() => false);
  if (await Promise.race([isWhole, isHalf])) throw new Error('The first process was not ended.');
  while (!existsSync(join(folder, 'segment-0.checkpoint'))) {
    if (child.exitCode !== null) throw new Error('The first process has left no checkpoint.');
    await sleep(POLL_MS);
  }
  const pid = child.pid ?? Number.NaN;
  const used = { processorMs: readCpuMs([pid]), peakMegabytes: readPeakMegabytes(pid) };
  const ended = reading.catch(() => undefined);
  child.kill('SIGKILL');
  await ended;
  return used;
}

function sumSizes(folder: string): number {
  const sizes = readdirSync(folder).map((name) => statSync(join(folder, name)).size);
  return sizes.reduce((sum, size) => sum + size, 0);
}
