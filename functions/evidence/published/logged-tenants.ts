// The tenants of the evidence logs, by the folders of their bucket.
import { listTopFolders } from '../../artifacts/list-objects.ts';
import type { ObjectLockBucket } from '../../artifacts/object-lock-bucket.ts';

/** The tenants that have a log in the bucket: one request for each thousand. */
export async function* listLoggedTenants(bucket: ObjectLockBucket): AsyncGenerator<string> {
  // The files of batches are in a folder whose name no tenant has.
  for await (const name of listTopFolders(bucket)) if (!name.startsWith('.')) yield name;
}
