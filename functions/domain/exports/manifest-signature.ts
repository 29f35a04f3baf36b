// The detached signature of a manifest: a signed note by the key of the tenant's log, in a file beside the
// manifest. Its text cannot be that of a checkpoint, so that neither can stand for the other.
import { hash } from 'node:crypto';
import { parseNote, verifyNote } from '../evidence/signed-note.ts';
import type { NoteSigner } from '../evidence/signed-note.ts';
import type { VerifierKey } from '../evidence/verifier-key.ts';

/** The end of the signature's file name, after that of the manifest. */
export const MANIFEST_SIGNATURE_SUFFIX = '.sig';

const TITLE = 'countinghouse manifest v1';

/** What a manifest states of the evidence log. */
export interface ManifestEvidence {
  /** The log's. */
  readonly origin: string;
  /** The newest checkpoint at the time of the export: the whole signed note. */
  readonly checkpoint: string;
  /** Whether the checkpoint covers all entries of the export, as far as the state of the log says. */
  readonly covers_period?: boolean;
}

/** A signed note that is not the signature of this manifest. */
export class ForeignSignatureError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ForeignSignatureError';
  }
}

/**
 * Builds the text that the key of the log signs. It names the log, because the logs of all tenants may have the
 * same key under different names.
 */
export function buildManifestText(origin: string, manifest: Uint8Array): string {
  return `${TITLE}\n${origin}\n${hash('sha256', manifest, 'hex')}\n`;
}

/**
 * Verifies the signature of a manifest by a key of the log. Throws ForeignSignatureError where it is the signature
 * of something else, MalformedTextError or UnverifiedNoteError.
 */
export function verifyManifestSignature(
  manifest: Uint8Array,
  note: string | Uint8Array,
  keys: readonly VerifierKey[],
): NoteSigner[] {
  const parsed = parseNote(note);
  const signers = verifyNote(parsed, keys);
  for (const { key } of signers) {
    if (parsed.text === buildManifestText(key.name, manifest)) continue;
    throw new ForeignSignatureError(`${key.name} has signed something else with it.`);
  }
  return signers;
}
