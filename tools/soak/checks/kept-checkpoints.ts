// Seals all the while the load runs, more often than the schedule does, and once after it, and keeps the newest
// checkpoints as an auditor would.
import { setTimeout as sleep } from 'node:timers/promises';
import { openLocalEvidence } from '../../../commands/verification/connect.ts';
import { evidenceObjectKeys } from '../../../functions/artifacts/locations.ts';
import { readWholeObject } from '../../../functions/artifacts/objects.ts';
import { parseCheckpoint } from '../../../functions/domain/evidence/checkpoint.ts';
import { parseNote } from '../../../functions/domain/evidence/signed-note.ts';
import type { Observations } from '../observations.ts';
import type { TestRig } from '../test-rig.ts';

export type KeptCheckpoints = ReadonlyMap<string, ReadonlyMap<number, string>>;

export interface SoakSealing {
  /** Ends the sealing, and returns the checkpoints by tenant and size. */
  stop(): Promise<KeptCheckpoints>;
}

const PAUSE_MS = 400;

export function startSealing(rig: TestRig, observations: readonly Observations[]): SoakSealing {
  const kept = new Map(observations.map(({ tenant }) => [tenant, new Map<number, string>()]));
  const end = new AbortController();
  const sealOnce = async () => {
    await rig.call('seal-receipts', {});
    for (const [tenant, checkpoints] of kept) await keepCheckpoint(rig, tenant, checkpoints);
  };
  const run = async () => {
    while (!end.signal.aborted) {
      await sealOnce();
      await sleep(PAUSE_MS);
    }
    // The load has ended and no fault is left: a short run may have disturbed each sealing so far.
    await sealOnce();
    return kept;
  };
  const ended = run();
  return {
    stop: () => {
      end.abort();
      return ended;
    },
  };
}

async function keepCheckpoint(
  rig: TestRig,
  tenant: string,
  checkpoints: Map<number, string>,
): Promise<void> {
  const bucket = openLocalEvidence(rig.connection.ledger);
  if (!bucket) throw new Error('the runner has no evidence bucket');
  try {
    const note = await readWholeObject(bucket, evidenceObjectKeys.checkpoint(tenant));
    if (note) checkpoints.set(parseCheckpoint(parseNote(note).text).size, note.toString());
  } catch {
    // S3 fails on purpose; the next one is kept.
  } finally {
    bucket.client.destroy();
  }
}
