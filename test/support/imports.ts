// Legacy imports as `carla`, a compliance operator, asks for them, and worked on in this process.
import { createHash } from 'node:crypto';
import { readWhole } from '../../functions/artifacts/objects.ts';
import { places } from '../../functions/artifacts/locations.ts';
import type { ImportManifest } from '../../functions/batches/import/import-manifest.ts';
import type { BatchReceipt } from './batches.ts';
import { callTask } from './exports.ts';
import type { TestExports } from './exports.ts';
import type { CallOptions, Called } from './ledger.ts';

export const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');

/** A good request for the file; the members given replace the usual ones. */
export function importRequest(file: Buffer | string, members: Record<string, unknown> = {}) {
  const bytes = Buffer.from(file);
  const declared = {
    name: 'accounts.csv',
    media_type: 'text/csv',
    size_bytes: bytes.length,
    checksum_sha256: sha256(bytes),
  };
  const { file: own, ...others } = members as { file?: object };
  const content = bytes.toString('base64');
  return {
    file: { ...declared, content, ...own },
    ...(!('entity_name' in others) && { record_type: 'ACCOUNT' }),
    ...others,
  };
}

/** The same for a file that is uploaded. */
export function uploadRequest(file: Buffer | string, members: Record<string, unknown> = {}) {
  const { file: declared, ...others } = importRequest(file, members);
  const { content: _, ...rest } = declared;
  return { ...others, file: rest };
}

export async function requestedImport(
  { call }: Pick<TestExports, 'call'>,
  body: object,
  options: CallOptions = {},
): Promise<
  BatchReceipt & {
    upload: { url: string; method: string; headers: Record<string, string>; expires_at: string };
  }
> {
  const answer = await call('submitLegacyImport', { subject: 'carla', body, ...options });
  if (answer.status !== 202) throw new Error(answer.text);
  return answer.body;
}

/** Works on a batch as its state machine does, to its end. Throws what would fail it. */
export async function workOnImport(tenant: string, batchId: string): Promise<void> {
  const awaited = await callTask('await-legacy-import', { tenant, batchId });
  if (!awaited.isThere) throw new Error(`nothing there, ask again in ${awaited.waitSeconds} s`);
  let work = await callTask('receive-legacy-import', awaited);
  while (!work.isLast) work = await callTask('validate-legacy-import', work);
  const completion = await callTask('assemble-legacy-import', work);
  await callTask('complete-legacy-import', { ...work, completion });
}

export interface ImportFiles {
  readonly batch: Called['body'];
  readonly report: string;
  readonly checksum: string;
  readonly manifest: ImportManifest;
}

/** An import from the request to its files. */
export async function imported(
  exports: TestExports,
  body: object,
  options: CallOptions = {},
): Promise<ImportFiles> {
  const { tenant = 'acme' } = options;
  const { batchId } = await requestedImport(exports, body, options);
  await workOnImport(tenant, batchId);
  const { call, vault } = exports;
  const { body: batch } = await call('getLegacyBatch', { tenant, path: { batchId } });
  const read = async (key: string) => (await readWhole(vault, key))?.toString('utf8') ?? '';
  const key = places.artifact(tenant, batchId, batch.artifact.filename);
  return {
    batch,
    report: await read(key),
    checksum: await read(`${key}.sha256`),
    manifest: JSON.parse(await read(places.manifest(tenant, batchId))) as ImportManifest,
  };
}
