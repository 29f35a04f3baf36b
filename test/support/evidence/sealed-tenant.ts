// Seals the receipts of a tenant of a test, in its process.
import { generateKeyPairSync, sign } from 'node:crypto';
import { exportPublicKey } from '../../../functions/domain/evidence/verifier-key.ts';
import { sealTenant } from '../../../functions/evidence/seal-tenant.ts';
import type { EvidenceLog } from '../../../functions/evidence/evidence-log.ts';
import type { CheckpointSigner } from '../../../functions/evidence/signing-key.ts';

/** A signer with a key of its own. */
export function createTestSigner(): CheckpointSigner {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return {
    publicKey: exportPublicKey(publicKey),
    sign: async (message) => sign(null, message, privateKey),
  };
}

/** Seals everything that is in the feed. */
export async function sealTestTenant(
  log: EvidenceLog,
  signer: CheckpointSigner = createTestSigner(),
): Promise<void> {
  await sealTenant(log, { signer, origin: 'bank.example/test', settleMs: 0 });
}
