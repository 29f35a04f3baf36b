// What an auditor checks without us: an export against its manifest (docs/exports.md).
import { readFileSync } from 'node:fs';
import type { ExportManifest } from '../../functions/batches/export/export-manifest.ts';
import { checkBytes } from './check-bytes.ts';
import { checkRows } from './check-rows.ts';
import { noFindings } from './findings.ts';
import type { Findings } from './findings.ts';

const VERSION = 1;

/** Reads the file twice, in bounded memory but for one hash for each account. */
export async function checkArtifact(file: string, manifestFile: string): Promise<Findings> {
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as ExportManifest;
  if (manifest.manifest_version !== VERSION) {
    throw new Error(`${manifestFile} is no manifest of version ${VERSION}.`);
  }
  const findings = noFindings();
  await checkBytes(file, manifest, findings);
  await checkRows(file, manifest, findings);
  return findings;
}
