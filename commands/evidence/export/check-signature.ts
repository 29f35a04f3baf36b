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
import { MalformedTextError } from '../../../functions/domain/evidence/strict-text.ts';
import type { EvidenceKeys } from '../evidence-keys.ts';
import { addDifference } from '../../artifact-check/findings.ts';
import type { CheckFindings } from '../../artifact-check/findings.ts';

/** Adds to the findings whether the key of the tenant's log has signed the manifest. */
export function checkManifestSignature(
  manifestFile: string,
  { origin, logKeys }: EvidenceKeys,
  findings: CheckFindings,
): void {
  const bytes = readFileSync(manifestFile);
  const { tenant_id: tenant } = JSON.parse(bytes.toString()) as ExportManifest;
  if (!origin.endsWith(`/${tenant}`)) {
    addDifference(findings, `tenant: ${tenant}, but the key is of the log ${origin}`);
  }
  const file = `${manifestFile}${MANIFEST_SIGNATURE_SUFFIX}`;
  if (!existsSync(file)) return addDifference(findings, `signature: there is no ${file}`);
  try {
    verifyManifestSignature(bytes, readFileSync(file), logKeys);
    findings.agreed.push(`signature: of the key of ${origin}`);
  } catch (error) {
    if (!isSignatureFault(error)) throw error;
    addDifference(findings, `signature: ${error.message}`);
  }
}

function isSignatureFault(error: unknown): error is Error {
  return [ForeignSignatureError, MalformedTextError, UnverifiedNoteError].some(
    (kind) => error instanceof kind,
  );
}
