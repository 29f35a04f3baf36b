// Where the file of an import comes from: with the request, or by an upload of its own.
import { writeWork } from '../../artifacts/objects.ts';
import { places } from '../../artifacts/locations.ts';
import { uploadLink } from '../../artifacts/upload-link.ts';
import type { Vault } from '../../artifacts/object-lock-bucket.ts';
import type { Batch } from '../../domain/batches/batches.ts';
import { UPLOAD_SECONDS, uploadEnd } from '../../domain/imports/legacy-imports.ts';
import type { Batch as BatchReceipt } from '../../../schemas/generated/types.ts';

/** Keeps the content, if it came along; otherwise tells where to upload it. */
export async function stageFile(
  vault: Vault,
  tenant: string,
  batch: Batch,
  content: string | undefined,
): Promise<Pick<BatchReceipt, 'upload'>> {
  const key = places.upload(tenant, batch.id);
  if (content !== undefined) {
    await writeWork(vault, key, Buffer.from(content, 'base64'));
    return {};
  }
  const from = new Date(batch.createdAt);
  const url = await uploadLink(vault, { key, from, seconds: UPLOAD_SECONDS });
  const expires_at = uploadEnd(batch).toISOString();
  return { upload: { url, method: 'PUT', headers: {}, expires_at } };
}
