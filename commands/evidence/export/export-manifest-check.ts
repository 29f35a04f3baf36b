// Checks what the manifest of an export says of the log: its signature, and the checkpoint that covers the file.
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { ExportManifest } from '../../../functions/batches/export/export-manifest.ts';
import type { ManifestEvidence } from '../../../functions/domain/exports/manifest-signature.ts';
import type { VerifierKey } from '../../../functions/domain/evidence/verifier-key.ts';
import { isOriginOf } from '../../../functions/domain/sealing/log-origin.ts';
import type { EvidenceFindings } from '../evidence-findings.ts';
import { formatKeyId } from '../evidence-keys.ts';
import type { EvidenceKeys } from '../evidence-keys.ts';
import { MANIFEST_BYTES_MAX, readGivenFile } from '../given-files.ts';
import { formatLeaves, trustCheckpoint } from '../log/trusted-checkpoints.ts';
import type { TrustedCheckpoint } from '../log/trusted-checkpoints.ts';
import { parseManifest } from '../../artifact-check/parse-manifest.ts';
import { openManifestSignature } from './check-signature.ts';

export interface OpenedManifest {
  readonly file: string;
  readonly manifest: ExportManifest;
  /** Whether the key of the log has signed it. */
  readonly isSigned: boolean;
  /** The checkpoint that it names, if it is one of the log. */
  readonly checkpoint: TrustedCheckpoint | undefined;
}

/** Reads and checks the manifest of an export. Throws where there is none that can be read. */
export function openManifest(
  exported: string,
  keys: EvidenceKeys,
  findings: EvidenceFindings,
): OpenedManifest {
  const file = findManifest(exported);
  const bytes = readGivenFile(file, MANIFEST_BYTES_MAX);
  const signer = checkSignature(file, bytes, { keys, findings });
  const manifest = parseManifest(file, bytes);
  const { tenant_id: tenant, evidence } = manifest;
  if (!isOriginOf(tenant, keys.origin)) {
    const sentence = `${file} is of the tenant ${tenant}, and the log ${keys.origin} is not.`;
    findings.differ('manifest', sentence, { file, tenant_id: String(tenant) });
  }
  const checkpoint = openStated(file, evidence, { keys, findings });
  if (signer) checkSigningTime(file, { signer, checkpoint }, { keys, findings });
  return { file, manifest, isSigned: signer !== undefined, checkpoint };
}

function findManifest(exported: string): string {
  const beside = `${exported}.manifest.json`;
  return existsSync(beside) ? beside : join(dirname(exported), 'manifest.json');
}

interface ManifestContext {
  readonly keys: EvidenceKeys;
  readonly findings: EvidenceFindings;
}

function checkSignature(
  file: string,
  bytes: Buffer,
  { keys, findings }: ManifestContext,
): VerifierKey | undefined {
  const { file: beside, signer, fault } = openManifestSignature(file, bytes, keys);
  if (signer) {
    const sentence = `${file} is signed by the key of the log ${keys.origin}${formatKeyId(keys, signer)}.`;
    findings.prove('manifest', sentence, { file });
    return signer;
  }
  if (fault === undefined) {
    const sentence = `${file} has no signature beside it: what it says, such as who requested the export, is not proved.`;
    findings.leaveUnproved('manifest', sentence, { file });
    return undefined;
  }
  const sentence = `${basename(beside)} does not sign ${file}: ${fault}`;
  findings.differ('manifest', sentence, { file });
  return undefined;
}

// The signature of a manifest has no time: it is of the time of its key if the checkpoint is.
function checkSigningTime(
  file: string,
  { signer, checkpoint }: Pick<TrustedCheckpoint, 'signer'> & Pick<OpenedManifest, 'checkpoint'>,
  { keys, findings }: ManifestContext,
): void {
  const { logKeys } = keys;
  if (signer === logKeys.at(-1)) return;
  if (checkpoint && logKeys.indexOf(checkpoint.signer) <= logKeys.indexOf(signer)) return;
  const sentence = `${file} is signed by the key ${signer.keyId}, and names no checkpoint of its time: someone with that key could have signed it after a later one replaced it.`;
  findings.leaveUnproved('manifest', sentence, { file, key_id: signer.keyId });
}

function openStated(
  file: string,
  evidence: ManifestEvidence | undefined,
  { keys, findings }: ManifestContext,
): TrustedCheckpoint | undefined {
  if (evidence === undefined) {
    findings.remark('manifest', `${file} names no checkpoint of the log.`, { file });
    return undefined;
  }
  if (typeof evidence?.checkpoint !== 'string') {
    findings.differ('manifest', `${file} names no checkpoint that can be read.`, { file });
    return undefined;
  }
  const { origin, checkpoint } = evidence;
  const bytes = Buffer.from(checkpoint);
  const trusted = trustCheckpoint({ name: file, bytes }, keys, findings);
  if (origin !== keys.origin) {
    findings.differ('manifest', `${file} names the log ${origin}, not ${keys.origin}.`, { file });
  }
  if (trusted) {
    const stated = formatLeaves(trusted.size);
    findings.prove(
      'manifest',
      `${file} names a checkpoint of ${stated}, signed by the key of the log${formatKeyId(keys, trusted.signer)}.`,
      {
        file,
        size: trusted.size,
      },
    );
  }
  return trusted;
}
