// Answers one of the files of a batch: small files inline, large ones as a link.
import { hash } from 'node:crypto';
import { buildDownloadLink, readWholeObject } from '../../artifacts/objects.ts';
import { objectKeys } from '../../artifacts/locations.ts';
import type { ObjectLockBucket } from '../../artifacts/object-lock-bucket.ts';
import type { Artifact } from '../../domain/batches/batches.ts';
import { NOTE_MEDIA_TYPE } from '../../domain/evidence/signed-note.ts';
import { MANIFEST_SIGNATURE_SUFFIX } from '../../domain/exports/manifest-signature.ts';
import type { FileResult } from '../../runtime/results.ts';

/** Well below the maximum response of a Lambda function. */
const INLINE_BYTES_MAX = 1024 * 1024;
const LINK_SECONDS = 300;

export interface ArtifactFileRequest {
  readonly artifact: Artifact;
  readonly batchId: string;
  readonly file: 'artifact' | 'checksum' | 'manifest' | 'signature' | 'description';
}

/** The text of an answer is UTF-8: a file in another character set is answered as a link. */
const OTHER_CHARACTER_SET = /charset=ISO/;

export async function readArtifactFile(
  bucket: ObjectLockBucket,
  tenant: string,
  { artifact, batchId, file }: ArtifactFileRequest,
): Promise<FileResult['file']> {
  const { key, filename, mediaType, checksum, sizeBytes } = artifact;
  if (file === 'manifest') {
    const name = 'manifest.json';
    return readWholeFile(bucket, objectKeys.manifest(tenant, batchId), {
      filename: name,
      mediaType: JSON_MEDIA_TYPE,
    });
  }
  if (file === 'signature') {
    return readWholeFile(bucket, objectKeys.manifestSignature(tenant, batchId), {
      filename: `manifest.json${MANIFEST_SIGNATURE_SUFFIX}`,
      mediaType: NOTE_MEDIA_TYPE,
    });
  }
  if (file === 'description') {
    return readWholeFile(bucket, objectKeys.description(tenant, batchId), {
      filename: filename.replace(/\.txt$/, '-description.txt'),
      mediaType: 'text/plain; charset=UTF-8',
    });
  }
  if (file === 'checksum') {
    return readWholeFile(bucket, `${key}.sha256`, {
      filename: `${filename}.sha256`,
      mediaType: 'text/plain',
    });
  }
  const isText = sizeBytes <= INLINE_BYTES_MAX && !OTHER_CHARACTER_SET.test(mediaType);
  if (isText) return readWholeFile(bucket, key, { filename, mediaType });
  const url = await buildDownloadLink(bucket, { key, filename, mediaType, seconds: LINK_SECONDS });
  return { filename, mediaType, checksum, content: { url } };
}

const JSON_MEDIA_TYPE = 'application/json';

async function readWholeFile(
  bucket: ObjectLockBucket,
  key: string,
  named: { filename: string; mediaType: string },
): Promise<FileResult['file']> {
  const body = await readWholeObject(bucket, key);
  if (!body) throw new Error(`${key} does not exist`);
  const checksum = hash('sha256', body, 'hex');
  return { ...named, checksum, content: { text: body.toString('utf8') } };
}
