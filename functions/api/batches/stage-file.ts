// The file of an import: part of the request, or uploaded separately.
import { writeWorkObject } from '../../artifacts/objects.ts';
import { objectKeys } from '../../artifacts/locations.ts';
import { buildUploadLink } from '../../artifacts/upload-link.ts';
import { openObjectLockBucket } from '../../artifacts/object-lock-bucket.ts';
import type { ObjectLockBucket } from '../../artifacts/object-lock-bucket.ts';
import { objectLockEnvironment } from '../../runtime/environment.ts';
import type { Batch } from '../../domain/batches/batches.ts';
import {
  UPLOAD_SECONDS,
  computeUploadEnd,
  readImportRequest,
} from '../../domain/imports/legacy-imports.ts';
import type { Batch as BatchReceipt } from '../../../schemas/generated/types.ts';

// A preview of an import stages nothing, and its function has no bucket.
let bucket: ObjectLockBucket | undefined;

interface StagedFile {
  /** For the answer: where to upload a file that the request does not have. */
  readonly link: Pick<BatchReceipt, 'upload'>;
  /** Stores the content of the request. */
  readonly beforeCommit?: () => Promise<void>;
}

/** Prepares the file of a batch: its content is stored with the commit, or there is a link to upload it to. */
export async function stageFile(
  tenant: string,
  batch: Batch,
  content: string | undefined,
): Promise<StagedFile> {
  bucket ??= openObjectLockBucket(objectLockEnvironment());
  const opened = bucket;
  const key = objectKeys.upload(tenant, batch.id);
  if (content !== undefined) {
    const beforeCommit = () => writeWorkObject(opened, key, Buffer.from(content, 'base64'));
    return { link: {}, beforeCommit };
  }
  const { file } = readImportRequest(batch);
  const link = await buildUploadLink(opened, {
    key,
    sizeBytes: file.size_bytes,
    checksum: file.checksum_sha256,
    from: new Date(batch.createdAt),
    seconds: UPLOAD_SECONDS,
  });
  const expires_at = computeUploadEnd(batch).toISOString();
  return { link: { upload: { ...link, method: 'PUT', expires_at } } };
}
