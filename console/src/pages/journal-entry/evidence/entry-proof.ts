// What a proof file says of a journal entry: which receipt posted it, and whether what is shown is what the
// receipt states.
import canonicalize from 'canonicalize';
import { hashBytes, toHex } from './bytes.ts';
import { ProofError, verifyProofFile } from './proof-file.ts';

/** A journal entry as the API answers it. */
interface ShownEntry {
  readonly id: string;
  readonly reversed_by?: string;
}

export interface EntryProof {
  readonly origin: string;
  readonly index: bigint;
  readonly size: bigint;
  /** Whether the receipt states the content of the entry. If it does, the content is that. */
  readonly hasContent: boolean;
}

interface LoggedReceipt {
  readonly v: number;
  readonly records: readonly RecordDigest[];
}

interface RecordDigest {
  readonly type: string;
  readonly id: string;
  readonly sha256: string;
}

/** Checks that the log has the receipt of this entry, as it is shown. Throws `ProofError`. */
export async function verifyEntryProof(
  file: string,
  verifierKey: string,
  entry: ShownEntry,
): Promise<EntryProof> {
  const { content, ...leaf } = await verifyProofFile(file, verifierKey);
  const records = parseReceipt(content).records.filter(({ id }) => id === entry.id);
  if (!records.some(({ type }) => type === 'journal_entry')) throw new ProofError('receipt');
  const posted = records.find(({ type }) => type === 'journal_entry.posted');
  if (posted !== undefined && posted.sha256 !== (await computeContentDigest(entry))) {
    throw new ProofError('content');
  }
  return { ...leaf, hasContent: posted !== undefined };
}

// The reversal came later: the receipt of the entry cannot name it.
async function computeContentDigest({ reversed_by: _later, ...posted }: ShownEntry) {
  return toHex(await hashBytes(new TextEncoder().encode(canonicalize(posted))));
}

function parseReceipt(content: Uint8Array): LoggedReceipt {
  try {
    const receipt = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(content)) as {
      readonly v?: unknown;
      readonly records?: unknown;
    };
    if (receipt.v === 1 && Array.isArray(receipt.records)) return receipt as LoggedReceipt;
  } catch {
    throw new ProofError('receipt');
  }
  throw new ProofError('receipt');
}
