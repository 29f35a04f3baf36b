// The newest checkpoint that a log has published: what its state must not be older than.
import { evidenceObjectKeys } from '../../functions/artifacts/locations.ts';
import { readWholeObject } from '../../functions/artifacts/objects.ts';
import { parseCheckpoint } from '../../functions/domain/evidence/checkpoint.ts';
import type { ParsedCheckpoint } from '../../functions/domain/evidence/checkpoint.ts';
import { openCheckpoint } from '../../functions/domain/evidence/signed-checkpoint.ts';
import { parseNote } from '../../functions/domain/evidence/signed-note.ts';
import { MalformedTextError } from '../../functions/domain/evidence/strict-text.ts';
import { formatVerifierKey } from '../../functions/domain/evidence/verifier-key.ts';
import type { VerifierKey } from '../../functions/domain/evidence/verifier-key.ts';
import { countPublished } from '../../functions/domain/sealing/log-head.ts';
import type { LogHead } from '../../functions/domain/sealing/log-head.ts';
import type { EvidenceLog } from '../../functions/evidence/evidence-log.ts';
import { findLargestSize } from '../../functions/evidence/published-size.ts';
import { readLogHead } from '../../functions/ledger/evidence/head.ts';

export interface PublishedCheckpoint extends ParsedCheckpoint {
  readonly note: Buffer;
  /** The key that signed it. */
  readonly verifierKey: string;
  /** Whether the object that readers take for the newest checkpoint is an older one, or missing. */
  readonly isBehind: boolean;
}

/** A log in its bucket, without its state in the tables. */
export type LogObjects = Omit<EvidenceLog, 'store'>;

/** The newest checkpoint of a log, and the state of the log after it was read. */
export interface LogPublication {
  readonly published: PublishedCheckpoint;
  readonly head: LogHead | undefined;
}

/** Sealing publishes a batch in several requests, and these are two. */
const ATTEMPTS_MAX = 10;

/**
 * Reads the newest checkpoint of the log, and a state that is not ahead of it, although sealing may continue
 * meanwhile; undefined if nothing is published. A sealer that died between its last two steps has published a
 * checkpoint of a size that is not the current one yet. Throws if none of the keys signed the checkpoint, or the bucket
 * has none of a size that the state says is published.
 */
export async function readPublication(
  log: EvidenceLog,
  keys: readonly VerifierKey[],
): Promise<LogPublication | undefined> {
  const { store, tenant } = log;
  const largest = await findLargestSize(log);
  for (let attempt = 1; ; attempt += 1) {
    const current = await readCurrentCheckpoint(log);
    const head = await readLogHead(store, tenant);
    const known = head ? countPublished(head) : 0;
    if (known > current.size && attempt < ATTEMPTS_MAX) continue;
    // The next run of sealing replaces the current one.
    const isInWork = head?.batch?.from === current.size && head.size >= largest;
    const size = isInWork ? current.size : Math.max(current.size, largest);
    // A bucket that lost a checkpoint is evidence of that loss, which no rebuild may cover up.
    if (known > size) throw new LostCheckpointError(tenant, known, size);
    if (size === 0) return undefined;
    const published = await openPublished(log, { size, current }, keys);
    return { published, head };
  }
}

interface CurrentCheckpoint {
  readonly note: Buffer | undefined;
  readonly size: number;
}

// As sealing, takes what is no checkpoint for a missing one: that of the greatest size takes its place.
async function readCurrentCheckpoint({ bucket, tenant }: LogObjects): Promise<CurrentCheckpoint> {
  const note = await readWholeObject(bucket, evidenceObjectKeys.checkpoint(tenant));
  return { note, size: (note && findFault(note) === undefined && readSize(note)) || 0 };
}

function readSize(note: Buffer): number {
  return parseCheckpoint(parseNote(note).text).size;
}

function findFault(note: Buffer): string | undefined {
  try {
    readSize(note);
    return undefined;
  } catch (error) {
    if (error instanceof MalformedTextError) return error.message;
    throw error;
  }
}

async function openPublished(
  { bucket, tenant }: LogObjects,
  { size, current }: { readonly size: number; readonly current: CurrentCheckpoint },
  keys: readonly VerifierKey[],
): Promise<PublishedCheckpoint> {
  const isBehind = size > current.size;
  const note = isBehind
    ? await readWholeObject(bucket, evidenceObjectKeys.checkpointOf(tenant, size))
    : current.note;
  if (!note) throw new Error(`The bucket no longer has the checkpoint of size ${size}.`);
  const fault = findFault(note);
  if (fault !== undefined) {
    const found = `has something else in place of its checkpoint of size ${size}: ${fault}`;
    throw new DefectiveLogError(tenant, found);
  }
  const key = keys.find((one) => isSignedBy(note, one));
  if (!key) throw new UnknownSignerError(tenant, size);
  const { checkpoint } = openCheckpoint(note, { logKeys: [key] });
  return { ...checkpoint, note, verifierKey: formatVerifierKey(key), isBehind };
}

/** The bucket lacks a checkpoint that the state of the log knows. */
export class LostCheckpointError extends Error {
  constructor(tenant: string, known: number, size: number) {
    super(
      `The log of ${tenant} has the size ${known}, but its newest checkpoint in the bucket has ${size}. ` +
        'Restore its objects from their versions first.',
    );
    this.name = 'LostCheckpointError';
  }
}

/** The log does not lead to the root of its own checkpoint, or is another one. */
export class DefectiveLogError extends Error {
  constructor(tenant: string, fault: string) {
    super(`The log of ${tenant} ${fault}. Restore its objects from their versions first.`);
    this.name = 'DefectiveLogError';
  }
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
