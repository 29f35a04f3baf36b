// A checkpoint with its signatures, verified: what an auditor may trust of a log.
import { parseCheckpoint } from './checkpoint.ts';
import type { ParsedCheckpoint } from './checkpoint.ts';
import { parseNote, UnverifiedNoteError, verifyNote } from './signed-note.ts';
import type { NoteSigner } from './signed-note.ts';
import { ED25519_COSIGNATURE, ED25519_NOTE } from './verifier-key.ts';
import type { VerifierKey } from './verifier-key.ts';

/** The keys that a reader of checkpoints trusts. */
export interface TrustedKeys {
  /** The keys of the log, the latest last. One is enough: after a change of keys there are several. */
  readonly logKeys: readonly VerifierKey[];
  readonly witnessKeys?: readonly VerifierKey[];
}

export interface SignedCheckpoint {
  readonly checkpoint: ParsedCheckpoint;
  /** The key of the log that signed it, the latest of several. */
  readonly signer: VerifierKey;
  /** The trusted witnesses that cosigned it, with the times. */
  readonly witnesses: readonly NoteSigner[];
}

/**
 * Returns the checkpoint if a key of its log signed it and no signature of a trusted key is wrong. Throws
 * MalformedTextError or UnverifiedNoteError.
 */
export function openCheckpoint(
  note: string | Uint8Array,
  { logKeys, witnessKeys = [] }: TrustedKeys,
): SignedCheckpoint {
  const parsed = parseNote(note);
  const checkpoint = parseCheckpoint(parsed.text);
  const signers = verifyNote(parsed, [...logKeys, ...witnessKeys]);
  const signing = new Set(signers.map(({ key }) => key));
  const signer = logKeys.findLast(
    (key) => key.type === ED25519_NOTE && key.name === checkpoint.origin && signing.has(key),
  );
  if (!signer) {
    throw new UnverifiedNoteError(
      `The checkpoint of ${checkpoint.origin} is not signed by the key of that log.`,
    );
  }
  const witnesses = signers.filter(
    ({ key }) => key.type === ED25519_COSIGNATURE && witnessKeys.includes(key),
  );
  return { checkpoint, signer, witnesses };
}
