// The call by which a log asks a witness for its cosignature, as C2SP tlog-witness defines it: the consistency
// proof from the checkpoint that the witness has, and the new checkpoint.
import type { Hash } from './merkle-tree.ts';
import { parseSignatureLines, verifyNote } from './signed-note.ts';
import type { NoteSignature } from './signed-note.ts';
import { parseDecimal, quote, requireValue } from './strict-text.ts';
import { ED25519_COSIGNATURE } from './verifier-key.ts';
import type { VerifierKey } from './verifier-key.ts';

/** The media type of the answer 409, which has the size that the witness has. */
export const TREE_SIZE_TYPE = 'text/x.tlog.size';

/** The body of `POST <prefix>/add-checkpoint`. */
export interface AddedCheckpoint {
  /** The size of the log's last checkpoint at the witness; 0 if it has none. */
  readonly oldSize: number;
  /** The consistency proof from that size; empty from 0. */
  readonly proof: readonly Hash[];
  /** With its signatures. */
  readonly checkpoint: string;
}

export function formatAddedCheckpoint({ oldSize, proof, checkpoint }: AddedCheckpoint): string {
  const lines = [`old ${oldSize}`, ...proof.map((part) => part.toString('base64'))];
  return `${lines.join('\n')}\n\n${checkpoint}`;
}

/** Parses the body of an answer 409: the size of the last checkpoint that the witness cosigned. */
export function parseTreeSize(text: string): number {
  const [, digits = ''] = /^(.*)\n$/s.exec(text) ?? [];
  return requireValue(parseDecimal(digits), 1, `${quote(text)} is not a size and a line end`);
}

/**
 * Lists the cosignatures of the given witnesses on the text of a checkpoint, from the body of an answer 200.
 * Throws MalformedTextError, and UnverifiedNoteError when one is wrong or none is there.
 */
export function listCosignatures(
  answer: string,
  text: string,
  witnessKeys: readonly VerifierKey[],
): NoteSignature[] {
  const signatures = parseSignatureLines(answer);
  const keys = witnessKeys.filter(({ type }) => type === ED25519_COSIGNATURE);
  verifyNote({ text, signatures }, keys);
  return signatures.filter((signature) =>
    keys.some(({ name, keyId }) => name === signature.name && keyId === signature.keyId),
  );
}
