// Answers one of the files of a batch: small files inline, large ones as a link, or any as a link.
import { hash } from 'node:crypto';
import { buildDownloadLink, readWholeObject } from '../../artifacts/objects.ts';
import { objectKeys } from '../../artifacts/locations.ts';
import type { ObjectLockBucket } from '../../artifacts/object-lock-bucket.ts';
import type { Artifact } from '../../domain/batches/batches.ts';
import { NOTE_MEDIA_TYPE } from '../../domain/evidence/signed-note.ts';
import { MANIFEST_SIGNATURE_SUFFIX } from '../../domain/exports/manifest-signature.ts';
import type { FileResult } from '../../runtime/results.ts';
import type { ArtifactLink } from '../../../schemas/generated/types.ts';

/** Well below the maximum response of a Lambda function. */
const INLINE_BYTES_MAX = 1024 * 1024;
const LINK_SECONDS = 300;

export interface ArtifactFileRequest {
  readonly artifact: Artifact;
  readonly batchId: string;
  readonly file: 'artifact' | 'checksum' | 'manifest' | 'signature' | 'description';
}

/** One of the files, as it lies in the bucket. */
interface StoredFile {
  readonly key: string;
  readonly filename: string;
  readonly mediaType: string;
  /** Known without reading the file, if it is the artifact itself. */
  readonly checksum?: string;
}

/** The text of an answer is UTF-8: a file in another character set is answered as a link. */
const OTHER_CHARACTER_SET = /charset=ISO/;

export async function readArtifactFile(
  bucket: ObjectLockBucket,
  tenant: string,
  request: ArtifactFileRequest,
): Promise<FileResult['file']> {
  const { checksum: known, ...file } = findStoredFile(tenant, request);
  const { sizeBytes } = request.artifact;
  const isText = sizeBytes <= INLINE_BYTES_MAX && !OTHER_CHARACTER_SET.test(file.mediaType);
  const { filename, mediaType } = file;
  if (known !== undefined && !isText) {
    const url = await buildDownloadLink(bucket, { ...file, seconds: LINK_SECONDS });
    return { filename, mediaType, checksum: known, content: { url } };
  }
  const body = await readStoredFile(bucket, file);
  const checksum = hash('sha256', body, 'hex');
  return { filename, mediaType, checksum, content: { text: body.toString('utf8') } };
}

/**
 * A link to the file with its digest, in JSON: a script in a browser sees neither where a redirect leads
 * nor its headers.
 */
export async function buildArtifactLink(
  bucket: ObjectLockBucket,
  tenant: string,
  request: ArtifactFileRequest,
  now: Date,
): Promise<ArtifactLink> {
  const file = findStoredFile(tenant, request);
  const { filename, mediaType } = file;
  const value = file.checksum ?? hash('sha256', await readStoredFile(bucket, file), 'hex');
  return {
    url: await buildDownloadLink(bucket, { ...file, seconds: LINK_SECONDS }),
    expires_at: new Date(now.getTime() + LINK_SECONDS * 1_000).toISOString(),
    filename,
    media_type: mediaType,
    checksum: { algorithm: 'SHA-256', value },
  };
}

function findStoredFile(
  tenant: string,
  { artifact, batchId, file }: ArtifactFileRequest,
): StoredFile {
  const { key, filename, mediaType, checksum } = artifact;
  switch (file) {
    case 'artifact':
      return { key, filename, mediaType, checksum };
    case 'checksum':
      return { key: `${key}.sha256`, filename: `${filename}.sha256`, mediaType: 'text/plain' };
    case 'manifest':
      return {
        key: objectKeys.manifest(tenant, batchId),
        filename: 'manifest.json',
        mediaType: 'application/json',
      };
    case 'signature':
      return {
        key: objectKeys.manifestSignature(tenant, batchId),
        filename: `manifest.json${MANIFEST_SIGNATURE_SUFFIX}`,
        mediaType: NOTE_MEDIA_TYPE,
      };
    case 'description':
      return {
        key: objectKeys.description(tenant, batchId),
        filename: filename.replace(/\.txt$/, '-description.txt'),
        mediaType: 'text/plain; charset=UTF-8',
      };
  }
}

async function readStoredFile(
  bucket: ObjectLockBucket,
  { key }: Pick<StoredFile, 'key'>,
): Promise<Buffer> {
  const body = await readWholeObject(bucket, key);
  if (!body) throw new Error(`${key} does not exist`);
  return body;
}
