// A log's private key, and what it signs.
import { generateKeyPairSync, sign } from 'node:crypto';
import { formatCheckpoint } from '../../../functions/domain/evidence/checkpoint.ts';
import type { LogCheckpoint } from '../../../functions/domain/evidence/checkpoint.ts';
import {
  buildCosignedMessage,
  encodeCosignature,
} from '../../../functions/domain/evidence/cosignature.ts';
import {
  formatNote,
  formatSignatureLine,
  toSignedBytes,
} from '../../../functions/domain/evidence/signed-note.ts';
import {
  ED25519_COSIGNATURE,
  buildVerifierKey,
  exportPublicKey,
} from '../../../functions/domain/evidence/verifier-key.ts';
import type { VerifierKey } from '../../../functions/domain/evidence/verifier-key.ts';

export interface LogSigner {
  readonly key: VerifierKey;
  readonly signNote: (text: string) => string;
  readonly signCheckpoint: (checkpoint: Omit<LogCheckpoint, 'origin'>) => string;
}

type KeyPair = ReturnType<typeof generateKeyPairSync>;

export function generateKeyPair(): KeyPair {
  return generateKeyPairSync('ed25519');
}

/** Signs for the log of this origin; the logs of all tenants may have one key. */
export function startSigner(origin: string, pair = generateKeyPair()): LogSigner {
  const key = buildVerifierKey(origin, exportPublicKey(pair.publicKey));
  const signNote = (text: string) => {
    const signature = sign(undefined, toSignedBytes(text), pair.privateKey);
    return formatNote(text, [{ name: origin, keyId: key.keyId, signature }]);
  };
  return {
    key,
    signNote,
    signCheckpoint: (checkpoint) => signNote(formatCheckpoint({ origin, ...checkpoint })),
  };
}

export interface NoteWitness {
  readonly key: VerifierKey;
  /** Adds a cosignature to the note of a checkpoint. */
  readonly cosign: (note: string, timestamp: number) => string;
}

export function startNoteWitness(name: string): NoteWitness {
  const pair = generateKeyPair();
  const key = buildVerifierKey(name, exportPublicKey(pair.publicKey), ED25519_COSIGNATURE);
  return {
    key,
    cosign: (note, timestamp) => {
      const text = note.slice(0, note.lastIndexOf('\n\n') + 1);
      const signature = encodeCosignature({
        timestamp,
        signature: sign(undefined, buildCosignedMessage(timestamp, text), pair.privateKey),
      });
      return `${note}${formatSignatureLine({ name, keyId: key.keyId, signature })}`;
    },
  };
}
