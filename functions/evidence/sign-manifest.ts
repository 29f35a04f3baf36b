// Signs the manifests of exports with the key of the evidence logs (ADR 106).
import { buildManifestText } from '../domain/exports/manifest-signature.ts';
import { formatNote, toSignedBytes } from '../domain/evidence/signed-note.ts';
import { buildVerifierKey } from '../domain/evidence/verifier-key.ts';
import { requireOriginOf } from '../domain/sealing/log-origin.ts';
import { readLogHead } from '../ledger/evidence/head.ts';
import type { Store } from '../ledger/store/store.ts';
import type { CheckpointSigner } from './signing-key.ts';

/**
 * The name of the tenant's log: that of its state or, before it has one, that of a new log. Throws a ForeignOriginError
 * where the state has another tenant's.
 */
export async function readLogOrigin(store: Store, tenant: string, host: string): Promise<string> {
  const origin = (await readLogHead(store, tenant))?.origin ?? `${host}/${tenant}`;
  requireOriginOf(tenant, origin);
  return origin;
}

/** Returns the detached signature: a signed note that states the digest of the manifest. */
export async function signManifest(
  manifest: Buffer,
  origin: string,
  signer: CheckpointSigner,
): Promise<string> {
  const { name, keyId } = buildVerifierKey(origin, signer.publicKey);
  const text = buildManifestText(origin, manifest);
  const signature = await signer.sign(toSignedBytes(text));
  return formatNote(text, [{ name, keyId, signature }]);
}
