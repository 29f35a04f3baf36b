// Seals the logs of the tenants of a test ledger, as their function does.
import { openEvidenceBucket } from '../../../functions/artifacts/object-lock-bucket.ts';
import { sealTenant } from '../../../functions/evidence/seal-tenant.ts';
import type { SealingOptions, SealingResult } from '../../../functions/evidence/seal-tenant.ts';
import { openCheckpointSigner } from '../../../functions/evidence/signing-key.ts';
import { openStore } from '../../../functions/ledger/store/store.ts';
import {
  readSigningEnvironment,
  readLedgerEnvironment,
} from '../../../functions/runtime/environment.ts';

/** Seals what the tenant has committed, in the tables and the bucket that its operations use. */
export async function sealLog(
  tenant = 'acme',
  options: Partial<SealingOptions> = {},
): Promise<SealingResult> {
  const { bucket: name, signingKey, origin } = readSigningEnvironment();
  const store = openStore(readLedgerEnvironment());
  const bucket = openEvidenceBucket(name);
  try {
    const signer = await openCheckpointSigner(signingKey);
    const log = { store, bucket, tenant };
    return await sealTenant(log, { signer, origin, settleMs: 0, ...options });
  } finally {
    store.documents.destroy();
    bucket.client.destroy();
  }
}
