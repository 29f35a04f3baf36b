// Checks the signature of a manifest with a public key: without it, anyone could have changed what only the
// manifest says, such as who requested the export.
import { existsSync, readFileSync } from 'node:fs';
import type { ExportManifest } from '../../../functions/batches/export/export-manifest.ts';
import {
  ForeignSignatureError,
  MANIFEST_SIGNATURE_SUFFIX,
  verifyManifestSignature,
} from '../../../functions/domain/exports/manifest-signature.ts';
import { UnverifiedNoteError } from '../../../functions/domain/evidence/signed-note.ts';
import type { VerifierKey } from '../../../functions/domain/evidence/verifier-key.ts';
import { MalformedTextError } from '../../../functions/domain/evidence/strict-text.ts';
import { formatKeyId } from '../evidence-keys.ts';
import type { EvidenceKeys } from '../evidence-keys.ts';
import { readGivenFile } from '../given-files.ts';
import type { CheckFindings } from '../../artifact-check/check-findings.ts';

/** The file beside a manifest: its signature by a key of the log, or why it is none. */
export interface ManifestSignature {
  readonly file: string;
  /** The latest of the keys that signed; undefined where the manifest does not count as signed. */
  readonly signer?: VerifierKey;
  /** What is wrong with it; undefined where there is no such file. */
  readonly fault?: string;
}

/** Reads the signature of a manifest, and verifies it. */
export function openManifestSignature(
  manifestFile: string,
  bytes: Buffer,
  { logKeys }: EvidenceKeys,
): ManifestSignature {
  const file = `${manifestFile}${MANIFEST_SIGNATURE_SUFFIX}`;
  if (!existsSync(file)) return { file };
  try {
    const signers = verifyManifestSignature(bytes, readGivenFile(file), logKeys);
    const signer = logKeys.findLast((key) => signers.some((one) => one.key === key));
    return { file, ...(signer && { signer }) };
  } catch (error) {
    if (!isSignatureError(error)) throw error;
    return { file, fault: error.message };
  }
}

function isSignatureError(error: unknown): error is Error {
  return [ForeignSignatureError, MalformedTextError, UnverifiedNoteError].some(
    (kind) => error instanceof kind,
  );
}

/** Adds to the findings whether the key of the tenant's log has signed the manifest. */
export function checkManifestSignature(
  manifestFile: string,
  keys: EvidenceKeys,
  findings: CheckFindings,
): void {
  const { origin } = keys;
  const bytes = readFileSync(manifestFile);
  const { tenant_id: tenant } = JSON.parse(bytes.toString()) as ExportManifest;
  if (!origin.endsWith(`/${tenant}`)) {
    findings.differ(`tenant: ${tenant}, but the key is of the log ${origin}`);
  }
  const { file, signer, fault } = openManifestSignature(manifestFile, bytes, keys);
  if (signer) {
    findings.agreed.push(`signature: of the key of ${origin}${formatKeyId(keys, signer)}`);
  } else findings.differ(`signature: ${fault ?? `there is no ${file}`}`);
}
