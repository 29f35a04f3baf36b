// Asks witnesses to cosign the newest checkpoint of a log (C2SP tlog-witness). None of them can hold up
// sealing: one that fails is asked again at the next checkpoint, and one that does not answer is asked for no
// other log in the same run.
import { evidenceObjectKeys } from '../artifacts/locations.ts';
import { replaceTaggedObject } from '../artifacts/log-objects.ts';
import { readTaggedObject } from '../artifacts/objects.ts';
import { parseCheckpoint } from '../domain/evidence/checkpoint.ts';
import { buildConsistencyProof, listConsistencySubtrees } from '../domain/evidence/merkle-tree.ts';
import type { Hash } from '../domain/evidence/merkle-tree.ts';
import { formatNote, NOTE_MEDIA_TYPE, parseNote } from '../domain/evidence/signed-note.ts';
import type { NoteSignature } from '../domain/evidence/signed-note.ts';
import type { VerifierKey } from '../domain/evidence/verifier-key.ts';
import {
  formatAddedCheckpoint,
  listCosignatures,
  parseTreeSize,
} from '../domain/evidence/witness-protocol.ts';
import type { EvidenceLog } from './evidence-log.ts';
import { readHashes } from './read-tiles.ts';

export interface Witness {
  /** The prefix of its submissions, without a slash at the end. */
  readonly url: string;
  readonly key: VerifierKey;
}

/** A witness answered, and did not cosign. */
class WitnessRefusal extends Error {}

const TIMEOUT_MS = 5_000;
const CONFLICT = 409;

/** The witnesses of one run of sealing. */
export class WitnessPanel {
  readonly #witnesses: readonly Witness[];
  readonly #report: (witness: Witness, error: unknown) => void;
  readonly #silent = new Set<Witness>();

  /** `report` receives each failure of a witness. */
  constructor(witnesses: readonly Witness[], report: (witness: Witness, error: unknown) => void) {
    this.#witnesses = witnesses;
    this.#report = report;
  }

  /** Adds the cosignatures of the witnesses that answer to the newest checkpoint of the log. */
  async cosign(log: EvidenceLog): Promise<void> {
    const asked = this.#witnesses.filter((witness) => !this.#silent.has(witness));
    if (asked.length === 0) return;
    const key = evidenceObjectKeys.checkpoint(log.tenant);
    const published = await readTaggedObject(log.bucket, key);
    if (!published) return;
    const note = published.body.toString();
    const answers = await Promise.all(asked.map((witness) => this.#ask(log, note, witness)));
    const signatures = answers.flat();
    if (signatures.length === 0) return;
    const { text, signatures: before } = parseNote(note);
    const body = Buffer.from(formatNote(text, [...before, ...signatures]));
    // Another sealer may have published a newer one, which it has cosigned itself.
    await replaceTaggedObject(log.bucket, { key, body, mediaType: NOTE_MEDIA_TYPE }, published);
  }

  async #ask(log: EvidenceLog, note: string, witness: Witness): Promise<NoteSignature[]> {
    try {
      return await requestCosignatures(log, note, witness);
    } catch (error) {
      if (!(error instanceof WitnessRefusal)) this.#silent.add(witness);
      this.#report(witness, error);
      return [];
    }
  }
}

async function requestCosignatures(
  log: EvidenceLog,
  note: string,
  witness: Witness,
): Promise<NoteSignature[]> {
  const { text, signatures } = parseNote(note);
  if (signatures.some(({ keyId }) => keyId === witness.key.keyId)) return [];
  const { size } = parseCheckpoint(text);
  // Only the witness knows its last checkpoint: it names the size when another one is proved.
  let answer = await addCheckpoint(witness, { oldSize: 0, proof: [], checkpoint: note });
  if (answer.status === CONFLICT) {
    const oldSize = parseTreeSize(await answer.text());
    const proof = await proveConsistency(log, oldSize, size);
    answer = await addCheckpoint(witness, { oldSize, proof, checkpoint: note });
  }
  const body = await answer.text();
  if (!answer.ok) throw new WitnessRefusal(`${witness.url} answered ${answer.status}: ${body}`);
  return listCosignatures(body, text, [witness.key]);
}

function addCheckpoint(
  { url }: Witness,
  added: Parameters<typeof formatAddedCheckpoint>[0],
): Promise<Response> {
  return fetch(`${url}/add-checkpoint`, {
    method: 'POST',
    body: formatAddedCheckpoint(added),
    // The institution has chosen this address, and no other.
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
}

async function proveConsistency(log: EvidenceLog, from: number, to: number): Promise<Hash[]> {
  if (from > to) throw new WitnessRefusal(`The witness has size ${from}, and the log only ${to}.`);
  const read = await readHashes(log, to, listConsistencySubtrees(from, to));
  return buildConsistencyProof(from, to, read);
}
