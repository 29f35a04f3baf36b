// Where the file of an import comes from: with the request, or by an upload of its own.
import { writeWorkObject } from '../../artifacts/objects.ts';
import { objectKeys } from '../../artifacts/locations.ts';
import { buildUploadLink } from '../../artifacts/upload-link.ts';
import type { ObjectLockBucket } from '../../artifacts/object-lock-bucket.ts';
import type { Batch } from '../../domain/batches/batches.ts';
import { UPLOAD_SECONDS, computeUploadEnd } from '../../domain/imports/legacy-imports.ts';
import type { Batch as BatchReceipt } from '../../../schemas/generated/types.ts';

/** Keeps the content, if it came along; otherwise tells where to upload it. */
export async function stageFile(
  bucket: ObjectLockBucket,
  tenant: string,
  batch: Batch,
  content: string | undefined,
): Promise<Pick<BatchReceipt, 'upload'>> {
  const key = objectKeys.upload(tenant, batch.id);
  if (content !== undefined) {
    await writeWorkObject(bucket, key, Buffer.from(content, 'base64'));
    return {};
  }
  const from = new Date(batch.createdAt);
  const url = await buildUploadLink(bucket, { key, from, seconds: UPLOAD_SECONDS });
  const expires_at = computeUploadEnd(batch).toISOString();
  return { upload: { url, method: 'PUT', headers: {}, expires_at } };
}
