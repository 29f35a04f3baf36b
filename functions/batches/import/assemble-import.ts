// Puts the slices together: the validation report, its checksum, the rejections as the API lists
// them, and the manifest that tells what all this is about.
import { writeLargeOnce } from '../../artifacts/large-object.ts';
import type { Written } from '../../artifacts/large-object.ts';
import { places } from '../../artifacts/locations.ts';
import { readObject } from '../../artifacts/read-object.ts';
import type { Vault } from '../../artifacts/object-lock-bucket.ts';
import type { Artifact, Batch, Completion } from '../../domain/batches/batches.ts';
import { REPORT_HEADING } from '../../domain/imports/rejections.ts';
import { accompany } from '../manifest.ts';
import { importManifest } from './import-manifest.ts';
import { linesFile, reportFile } from './import-work.ts';
import type { ImportWork } from './import-work.ts';

export const REPORT_NAME = 'validation-report.csv';
const mediaType = 'text/csv';
const dayMilliseconds = 24 * 3_600_000;

/** Writes each file once and locked. The same input gives the same files. */
export async function assembleImport(
  vault: Vault,
  { batch, work, retentionDays }: { batch: Batch; work: ImportWork; retentionDays: number },
): Promise<Completion> {
  const { tenant, batchId } = work;
  const until = new Date(Date.parse(batch.createdAt) + retentionDays * dayMilliseconds);
  const key = places.artifact(tenant, batchId, REPORT_NAME);
  const report = await writeLargeOnce(
    vault,
    { key, mediaType, until },
    piecesOf(vault, work, reportFile, REPORT_HEADING),
  );
  const rejections = await writeLargeOnce(
    vault,
    { key: places.rejections(tenant, batchId), mediaType: 'application/x-ndjson', until },
    piecesOf(vault, work, linesFile, ''),
  );
  const artifact = artifactOf(key, report, work);
  const manifest = importManifest({ batch, work, artifact, rejections, until });
  await accompany(vault, { batch: work, artifact, manifest, until });
  const { rows, rejectedRows } = work.checkpoint;
  return {
    artifact,
    controlTotals: { ...manifest.control_totals },
    counted: { processed: rows, rejected: rejectedRows },
  };
}

async function* piecesOf(
  vault: Vault,
  work: ImportWork,
  fileOf: typeof linesFile,
  heading: string,
): AsyncGenerator<Buffer> {
  yield Buffer.from(heading);
  for (let slice = 0; slice < work.slices; slice += 1) {
    yield* readObject(vault, { key: fileOf(work, slice) });
  }
}

function artifactOf(key: string, { checksum, sizeBytes }: Written, { checkpoint }: ImportWork) {
  const rows = checkpoint.rejections;
  return { key, filename: REPORT_NAME, mediaType, sizeBytes, checksum, rows } satisfies Artifact;
}
