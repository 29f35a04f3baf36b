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

/** Why a manifest does not count as signed. */
export interface SignatureFault {
  /** The file of the signature. */
  readonly file: string;
  /** What is wrong with it; undefined where there is no such file. */
  readonly sentence: string | undefined;
}

/** Finds why the file beside a manifest is not its signature by a key of the log; undefined if it is. */
export function findSignatureFault(
  manifestFile: string,
  bytes: Buffer,
  { logKeys }: EvidenceKeys,
): SignatureFault | undefined {
  const file = `${manifestFile}${MANIFEST_SIGNATURE_SUFFIX}`;
  if (!existsSync(file)) return { file, sentence: undefined };
  try {
    verifyManifestSignature(bytes, readFileSync(file), logKeys);
    return undefined;
  } catch (error) {
    if (!isSignatureError(error)) throw error;
    return { file, sentence: error.message };
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
    addDifference(findings, `tenant: ${tenant}, but the key is of the log ${origin}`);
  }
  const fault = findSignatureFault(manifestFile, bytes, keys);
  if (fault) addDifference(findings, `signature: ${fault.sentence ?? `there is no ${fault.file}`}`);
  else findings.agreed.push(`signature: of the key of ${origin}`);
}
