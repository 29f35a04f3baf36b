// The newest checkpoint that a log has published: what its state must not be older than.
import { listObjectKeys } from '../../functions/artifacts/list-objects.ts';
import { evidenceObjectKeys } from '../../functions/artifacts/locations.ts';
import { readWholeObject } from '../../functions/artifacts/objects.ts';
import { parseCheckpoint } from '../../functions/domain/evidence/checkpoint.ts';
import type { ParsedCheckpoint } from '../../functions/domain/evidence/checkpoint.ts';
import { openCheckpoint } from '../../functions/domain/evidence/signed-checkpoint.ts';
import { parseNote } from '../../functions/domain/evidence/signed-note.ts';
import { formatVerifierKey } from '../../functions/domain/evidence/verifier-key.ts';
import type { VerifierKey } from '../../functions/domain/evidence/verifier-key.ts';
import type { EvidenceLog } from '../../functions/evidence/evidence-log.ts';

export interface PublishedCheckpoint extends ParsedCheckpoint {
  readonly note: Buffer;
  /** The key that signed it. */
  readonly verifierKey: string;
  /** Whether the object that readers take for the newest checkpoint is an older one, or missing. */
  readonly isBehind: boolean;
}

/** A log in its bucket, without its state in the tables. */
export type LogObjects = Omit<EvidenceLog, 'store'>;

/**
 * Finds the newest checkpoint of the log; undefined if it has none. A sealer that died between its last two
 * steps has published one of a size that is not the current one yet. Throws if none of the keys signed it.
 */
export async function findPublishedCheckpoint(
  { bucket, tenant }: LogObjects,
  keys: readonly VerifierKey[],
): Promise<PublishedCheckpoint | undefined> {
  const current = await readWholeObject(bucket, evidenceObjectKeys.checkpoint(tenant));
  const currentSize = current ? parseCheckpoint(parseNote(current).text).size : 0;
  const size = Math.max(currentSize, await findLargestSize({ bucket, tenant }));
  if (size === 0) return undefined;
  const isBehind = size > currentSize;
  const note = isBehind
    ? await readWholeObject(bucket, evidenceObjectKeys.checkpointOf(tenant, size))
    : current;
  if (!note) throw new Error(`The bucket no longer has the checkpoint of size ${size}.`);
  const key = keys.find((one) => isSignedBy(note, one));
  if (!key) throw new UnknownSignerError(tenant, size);
  const { checkpoint } = openCheckpoint(note, { logKeys: [key] });
  return { ...checkpoint, note, verifierKey: formatVerifierKey(key), isBehind };
}

/** None of the given keys signed the newest checkpoint. */
export class UnknownSignerError extends Error {
  constructor(tenant: string, size: number) {
    super(
      `None of the known keys signed the checkpoint of ${size} leaves of ${tenant}. ` +
        'Give the verifier key of the log with --key.',
    );
    this.name = 'UnknownSignerError';
  }
}

function isSignedBy(note: Buffer, key: VerifierKey): boolean {
  try {
    openCheckpoint(note, { logKeys: [key] });
    return true;
  } catch {
    return false;
  }
}

// The keys are in the order of their digits, not of the sizes.
async function findLargestSize({ bucket, tenant }: LogObjects): Promise<number> {
  const prefix = `${evidenceObjectKeys.checkpoint(tenant)}/`;
  let largest = 0;
  for await (const key of listObjectKeys(bucket, prefix)) {
    const name = key.slice(prefix.length);
    if (/^[1-9]\d{0,15}$/.test(name)) largest = Math.max(largest, Number(name));
  }
  return largest;
}
