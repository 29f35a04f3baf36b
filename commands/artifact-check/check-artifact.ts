// An auditor's check without the service: an export against its manifest (docs/exports.md).
import { readFileSync, statSync } from 'node:fs';
import { DEFAULT_ENCODING } from '../../functions/domain/exports/export-encoding.ts';
import type { ExportFormat } from '../../functions/domain/exports/export-format.ts';
import { exportFormats } from '../../functions/domain/exports/export-formats.ts';
import { checkBytes } from './check-bytes.ts';
import { artifactFile } from './artifact-file.ts';
import { checkEntries } from './check-entries.ts';
import { formatError } from '../format-error.ts';
import { CheckFindings } from './check-findings.ts';
import { parseManifest } from './parse-manifest.ts';
import { openPieceStream } from './read-pieces.ts';

const VERSIONS: readonly number[] = [1, 2];

/** Reads the file twice, in bounded memory except for one hash per account, and the postings of one millisecond. */
export async function checkArtifact(
  file: string,
  manifestFile: string,
  onProgress: (text: string) => void = () => undefined,
  formats: readonly ExportFormat[] = exportFormats,
): Promise<CheckFindings> {
  const manifest = parseManifest(manifestFile, readFileSync(manifestFile));
  if (!VERSIONS.includes(manifest.manifest_version)) {
    throw new Error(`${manifestFile} is not a manifest of version ${VERSIONS.join(' or ')}.`);
  }
  const format = formats.find(({ name }) => name === manifest.format);
  if (!format) {
    const names = formats.map(({ name }) => name).join(' or ');
    throw new Error(`${manifestFile} is of a file in the format ${manifest.format}, not ${names}.`);
  }
  const findings = new CheckFindings();
  const size = statSync(file).size;
  const read = (what: string) =>
    openPieceStream(file, (bytes) => onProgress(`${what}: ${bytes} of ${size} bytes`));
  await checkBytes(read('checksums'), manifest, findings);
  const { encoding = DEFAULT_ENCODING, artifact } = manifest;
  const content = artifactFile(read('rows'), { name: artifact.filename, encoding });
  try {
    await checkEntries(content, format, manifest, findings);
  } catch (error) {
    // The differences of the bytes explain rows that no reader of the format can read.
    findings.differ(`the rows cannot be read: ${formatError(error)}`);
  }
  return findings;
}
