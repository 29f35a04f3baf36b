import type { GetEvidenceConsistencyResponse } from '../../../schemas/generated/types.ts';

interface ConsistentRoots {
  readonly from: number;
  readonly to: number;
  readonly fromRoot: Buffer;
  readonly toRoot: Buffer;
  readonly proof: readonly Buffer[];
}

/** Shows a consistency proof, its hashes in Base64 as notes and proof files write them. */
export function toEvidenceConsistencyView(
  origin: string,
  { from, to, fromRoot, toRoot, proof }: ConsistentRoots,
): GetEvidenceConsistencyResponse {
  return {
    origin,
    from: { size: from, root: fromRoot.toString('base64') },
    to: { size: to, root: toRoot.toString('base64') },
    proof: proof.map((part) => part.toString('base64')),
  };
}
