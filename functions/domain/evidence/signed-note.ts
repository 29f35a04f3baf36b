// Signed notes, as C2SP signed-note defines them: text, an empty line, and a line for each signature.
import { buildCosignedMessage, decodeCosignature } from './cosignature.ts';
import { MalformedTextError, parseBase64, quote, requireValue } from './strict-text.ts';
import { ED25519_COSIGNATURE, isKeyName, isSignedBy } from './verifier-key.ts';
import type { VerifierKey } from './verifier-key.ts';

/** The media type of a note, and of the other texts of a log. */
export const NOTE_MEDIA_TYPE = 'text/plain; charset=utf-8';

/** A line of a signature: the name and the id of the key that it claims, and its bytes. */
export interface NoteSignature {
  readonly name: string;
  /** Eight hexadecimal digits. */
  readonly keyId: string;
  /** The bytes after the key id. */
  readonly signature: Buffer;
}

export interface SignedNote {
  /** What is signed, with its last line end. */
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

/** A signature that was verified. */
export interface NoteSigner {
  readonly key: VerifierKey;
  /** When a witness cosigned, in seconds since 1970; absent for other signatures. */
  readonly timestamp?: number;
}

/** A signature of a trusted key that does not fit the text, or no signature of any. */
export class UnverifiedNoteError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnverifiedNoteError';
  }
}

/** More than any note needs, and few enough to verify them all. */
const SIGNATURES_MAX = 100;
const KEY_ID_BYTES = 4;
const SIGNATURE_START = '\u2014 ';

/** The bytes that the key of a note signs. */
export function toSignedBytes(text: string): Buffer {
  requireNoteText(text);
  return Buffer.from(text);
}

export function formatSignatureLine({ name, keyId, signature }: NoteSignature): string {
  if (!isKeyName(name)) throw new RangeError(`${quote(name)} is not the name of a key.`);
  const bytes = Buffer.concat([Buffer.from(keyId, 'hex'), signature]);
  return `${SIGNATURE_START}${name} ${bytes.toString('base64')}\n`;
}

export function formatNote(text: string, signatures: readonly NoteSignature[]): string {
  requireNoteText(text);
  return `${text}\n${signatures.map(formatSignatureLine).join('')}`;
}

/**
 * Parses a note without verifying it: do not use its text before `verifyNote`. Throws MalformedTextError.
 */
export function parseNote(note: string | Uint8Array): SignedNote {
  const whole = typeof note === 'string' ? note : decodeText(note);
  requireNoteText(whole);
  const split = whole.lastIndexOf('\n\n') + 1;
  if (split === 0) throw new MalformedTextError(1, 'no empty line before the signatures');
  const text = whole.slice(0, split);
  const first = text.split('\n').length + 1;
  const lines = whole.slice(split + 1, -1).split('\n');
  if (lines.length > SIGNATURES_MAX) {
    throw new MalformedTextError(first, `more than ${SIGNATURES_MAX} signatures`);
  }
  return { text, signatures: lines.map((line, at) => parseSignatureLine(line, first + at)) };
}

/** Parses lines of signatures alone, as a witness answers them. Throws MalformedTextError. */
export function parseSignatureLines(text: string): NoteSignature[] {
  requireNoteText(text);
  return text
    .slice(0, -1)
    .split('\n')
    .map((line, at) => parseSignatureLine(line, at + 1));
}

function parseSignatureLine(line: string, number: number): NoteSignature {
  const [, name = '', base64 = ''] = /^\u2014 ([^ ]+) ([^ ]+)$/.exec(line) ?? [];
  if (!isKeyName(name)) throw new MalformedTextError(number, `${quote(line)} is not a signature`);
  const bytes = requireValue(parseBase64(base64), number, `${quote(base64)} is not base64`);
  if (bytes.byteLength <= KEY_ID_BYTES) {
    throw new MalformedTextError(number, 'no signature after the key id');
  }
  return {
    name,
    keyId: bytes.toString('hex', 0, KEY_ID_BYTES),
    signature: bytes.subarray(KEY_ID_BYTES),
  };
}

/**
 * Verifies the signatures of the given keys and lists whose they are. Other signatures are ignored, as the
 * format requires. Throws UnverifiedNoteError when a signature of a given key is wrong, or none is there.
 */
export function verifyNote(
  { text, signatures }: SignedNote,
  keys: readonly VerifierKey[],
): NoteSigner[] {
  const signers = signatures.flatMap((signature) => {
    const key = keys.find(({ name, keyId }) => {
      return name === signature.name && keyId === signature.keyId;
    });
    return key ? [verifySignature(text, signature, key)] : [];
  });
  if (signers.length > 0) return signers;
  throw new UnverifiedNoteError('The note has no signature of a given key.');
}

function verifySignature(text: string, { signature }: NoteSignature, key: VerifierKey): NoteSigner {
  if (key.type === ED25519_COSIGNATURE) {
    const parsed = decodeCosignature(signature);
    if (parsed) {
      const { timestamp } = parsed;
      const message = buildCosignedMessage(timestamp, text);
      if (isSignedBy(key.publicKey, message, parsed.signature)) return { key, timestamp };
    }
  } else if (isSignedBy(key.publicKey, Buffer.from(text), signature)) return { key };
  throw new UnverifiedNoteError(`The signature of ${key.name}+${key.keyId} is wrong.`);
}

// A byte order mark would be dropped and bytes that are not UTF-8 replaced, and then the text would not be
// what was signed.
function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new MalformedTextError(1, 'the note is not UTF-8');
  }
}

function requireNoteText(text: string): void {
  const lines = text.split('\n');
  const controlled = lines.findIndex((line) => [...line].some((character) => character < ' '));
  if (controlled >= 0) throw new MalformedTextError(controlled + 1, 'a control character');
  const broken = lines.findIndex((line) => !line.isWellFormed());
  if (broken >= 0) throw new MalformedTextError(broken + 1, 'not Unicode text');
  if (!text.endsWith('\n')) throw new MalformedTextError(lines.length, 'no line end');
}
