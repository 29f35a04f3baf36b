// Proof files, as C2SP tlog-proof@v1 defines them: an entry's index, its inclusion proof, and the signed
// checkpoint that the proof leads to.
import { parseCheckpoint } from './checkpoint.ts';
import type { Hash } from './merkle-tree.ts';
import { parseNote } from './signed-note.ts';
import {
  MalformedTextError,
  parseBase64,
  parseDecimal,
  parseHash,
  quote,
  requireValue,
} from './strict-text.ts';

export interface LogProof {
  readonly index: number;
  /** From the leaf's sibling to the root's child. */
  readonly proof: readonly Hash[];
  /** The checkpoint with its signatures, as the log published it. */
  readonly checkpoint: string;
  /** Not authenticated; ours is the entry. */
  readonly extra?: Buffer;
}

const HEADER = 'c2sp.org/tlog-proof@v1';

/** No log of at most 2^63 leaves has a longer proof. */
export const PROOF_LENGTH_MAX = 63;

/** Formats the text of a `.tlog-proof` file. */
export function formatLogProof({ index, proof, checkpoint, extra }: LogProof): string {
  const lines = [
    HEADER,
    ...(extra && extra.byteLength > 0 ? [`extra ${extra.toString('base64')}`] : []),
    `index ${index}`,
    ...proof.map((part) => part.toString('base64')),
  ];
  return `${lines.join('\n')}\n\n${checkpoint}`;
}

/**
 * Parses a proof file without verifying it: its checkpoint is unverified (`openCheckpoint`), and so is its
 * proof (`verifyInclusion`). Throws MalformedTextError.
 */
export function parseLogProof(text: string): LogProof {
  const split = text.indexOf('\n\n');
  if (split < 0) throw new MalformedTextError(1, 'no empty line before the checkpoint');
  const checkpoint = text.slice(split + 2);
  const [header, ...lines] = text.slice(0, split).split('\n');
  if (header !== HEADER) throw new MalformedTextError(1, `not ${HEADER}`);
  const hasExtra = lines[0]?.startsWith('extra ') === true;
  const extra = hasExtra ? parseExtra(lines.shift() ?? '') : undefined;
  const first = hasExtra ? 3 : 2;
  const index = parseIndex(lines.shift() ?? '', first);
  if (lines.length > PROOF_LENGTH_MAX) {
    throw new MalformedTextError(first + 1, `more than ${PROOF_LENGTH_MAX} hashes`);
  }
  const proof = parseProofLines(lines, first + 1);
  const linesBefore = first + lines.length + 1;
  requireCheckpoint(checkpoint, linesBefore);
  return { index, proof, checkpoint, ...(extra && { extra }) };
}

function parseExtra(line: string): Buffer {
  const bytes = parseBase64(line.slice('extra '.length));
  return requireValue(bytes?.byteLength ? bytes : undefined, 2, 'the extra data is not base64');
}

function parseIndex(line: string, number: number): number {
  const [, digits = ''] = /^index (.*)$/.exec(line) ?? [];
  const fault = `${quote(line)} is not "index" and a number without leading zeros, up to 2^53 - 1`;
  return requireValue(parseDecimal(digits), number, fault);
}

/** Parses lines with a hash each; `first` is the number of the first line. */
export function parseProofLines(lines: readonly string[], first: number): Hash[] {
  return lines.map((line, at) =>
    requireValue(parseHash(line), first + at, `${quote(line)} is not the base64 of a SHA-256`),
  );
}

// The line of an error in the checkpoint counts from the start of the file.
function requireCheckpoint(checkpoint: string, linesBefore: number): void {
  try {
    parseCheckpoint(parseNote(checkpoint).text);
  } catch (error) {
    if (!(error instanceof MalformedTextError)) throw error;
    throw new MalformedTextError(linesBefore + error.line, error.fault);
  }
}
