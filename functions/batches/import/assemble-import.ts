// Combines the slices into the validation report, its checksum, the rejections that the API lists, and
// the manifest that describes the import.
import { writeLargeOnce } from '../../artifacts/multipart-upload.ts';
import type { WrittenObject } from '../../artifacts/multipart-upload.ts';
import { objectKeys } from '../../artifacts/locations.ts';
import { readObject } from '../../artifacts/read-object.ts';
import type { ObjectLockBucket } from '../../artifacts/object-lock-bucket.ts';
import type { Artifact, Batch, Completion } from '../../domain/batches/batches.ts';
import { REPORT_HEADING } from '../../domain/imports/rejections.ts';
import { writeArtifactCompanions } from '../manifest.ts';
import { refuseEndedRetention } from '../retention.ts';
import { buildImportManifest } from './import-manifest.ts';
import { acceptedLinesKey, reportLinesKey } from './import-work.ts';
import type { ImportWork } from './import-work.ts';

export const REPORT_NAME = 'validation-report.csv';
const MEDIA_TYPE = 'text/csv';
const DAY_MS = 24 * 3_600_000;

/**
 * Writes each file once and locked. The same input produces the same files. Throws BatchFailure when
 * the retention is over.
 */
export async function assembleImport(
  bucket: ObjectLockBucket,
  { batch, work, retentionDays }: { batch: Batch; work: ImportWork; retentionDays: number },
): Promise<Completion> {
  const { tenant, batchId } = work;
  const until = new Date(Date.parse(batch.createdAt) + retentionDays * DAY_MS);
  refuseEndedRetention(until);
  const key = objectKeys.artifact(tenant, batchId, REPORT_NAME);
  const report = await writeLargeOnce(
    bucket,
    { key, mediaType: MEDIA_TYPE, until },
    streamWorkFiles(bucket, work, reportLinesKey, REPORT_HEADING),
  );
  const rejections = await writeLargeOnce(
    bucket,
    { key: objectKeys.rejections(tenant, batchId), mediaType: 'application/x-ndjson', until },
    streamWorkFiles(bucket, work, acceptedLinesKey, ''),
  );
  const artifact = buildImportArtifact(key, report, work);
  const manifest = buildImportManifest({ batch, work, artifact, rejections, until });
  await writeArtifactCompanions(bucket, { batch: work, artifact, manifest, until });
  const { rows, rejectedRows } = work.checkpoint;
  return {
    artifact,
    controlTotals: { ...manifest.control_totals },
    counted: { processed: rows, rejected: rejectedRows },
  };
}

async function* streamWorkFiles(
  bucket: ObjectLockBucket,
  work: ImportWork,
  fileOf: typeof acceptedLinesKey,
  heading: string,
): AsyncGenerator<Buffer> {
  yield Buffer.from(heading);
  for (let slice = 0; slice < work.slices; slice += 1) {
    yield* readObject(bucket, { key: fileOf(work, slice) });
  }
}

function buildImportArtifact(
  key: string,
  { checksum, sizeBytes }: WrittenObject,
  { checkpoint }: ImportWork,
) {
  const rows = checkpoint.rejections;
  return {
    key,
    filename: REPORT_NAME,
    mediaType: MEDIA_TYPE,
    sizeBytes,
    checksum,
    rows,
  } satisfies Artifact;
}
