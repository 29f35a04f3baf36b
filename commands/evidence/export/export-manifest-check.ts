// Checks what the manifest of an export says of the log: its signature, and the checkpoint that covers the file.
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { ExportManifest } from '../../../functions/batches/export/export-manifest.ts';
import type { ManifestEvidence } from '../../../functions/domain/exports/manifest-signature.ts';
import type { EvidenceFindings } from '../evidence-findings.ts';
import type { EvidenceKeys } from '../evidence-keys.ts';
import { formatLeaves, trustCheckpoint } from '../log/trusted-checkpoints.ts';
import type { TrustedCheckpoint } from '../log/trusted-checkpoints.ts';
import { findSignatureFault } from './check-signature.ts';

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
  const bytes = readFileSync(file);
  const isSigned = checkSignature(file, bytes, { keys, findings });
  const manifest = JSON.parse(bytes.toString()) as OpenedManifest['manifest'];
  const { tenant_id: tenant, evidence } = manifest;
  if (!keys.origin.endsWith(`/${tenant}`)) {
    const sentence = `${file} is of the tenant ${tenant}, and the log ${keys.origin} is not.`;
    findings.differ('manifest', sentence, { file, tenant_id: String(tenant) });
  }
  if (evidence === undefined) {
    findings.remark('manifest', `${file} names no checkpoint of the log.`, { file });
    return { file, manifest, isSigned, checkpoint: undefined };
  }
  if (typeof evidence?.checkpoint !== 'string') {
    findings.differ('manifest', `${file} names no checkpoint that can be read.`, { file });
    return { file, manifest, isSigned, checkpoint: undefined };
  }
  const checkpoint = openStated(file, evidence, { keys, findings });
  return { file, manifest, isSigned, checkpoint };
}

function findManifest(exported: string): string {
  const beside = `${exported}.manifest.json`;
  return existsSync(beside) ? beside : join(dirname(exported), 'manifest.json');
}

interface ManifestContext {
  readonly keys: EvidenceKeys;
  readonly findings: EvidenceFindings;
}

function checkSignature(file: string, bytes: Buffer, { keys, findings }: ManifestContext): boolean {
  const fault = findSignatureFault(file, bytes, keys);
  if (!fault) {
    const sentence = `${file} is signed by the key of the log ${keys.origin}.`;
    findings.prove('manifest', sentence, { file });
    return true;
  }
  if (fault.sentence === undefined) {
    const sentence = `${file} has no signature beside it: what it says, such as who requested the export, is not proved.`;
    findings.leaveUnproved('manifest', sentence, { file });
    return false;
  }
  const sentence = `${basename(fault.file)} does not sign ${file}: ${fault.sentence}`;
  findings.differ('manifest', sentence, { file });
  return false;
}

function openStated(
  file: string,
  { origin, checkpoint }: ManifestEvidence,
  { keys, findings }: ManifestContext,
): TrustedCheckpoint | undefined {
  const bytes = Buffer.from(checkpoint);
  const trusted = trustCheckpoint({ name: file, bytes }, keys, findings);
  if (origin !== keys.origin) {
    findings.differ('manifest', `${file} names the log ${origin}, not ${keys.origin}.`, { file });
  }
  if (trusted) {
    const stated = formatLeaves(trusted.size);
    findings.prove(
      'manifest',
      `${file} names a checkpoint of ${stated}, signed by the key of the log.`,
      {
        file,
        size: trusted.size,
      },
    );
  }
  return trusted;
}
