// Which of the files of a batch is answered, and how: small ones at once, large ones by a link.
import { hash } from 'node:crypto';
import { linkTo, readWhole } from '../../artifacts/objects.ts';
import { places } from '../../artifacts/locations.ts';
import type { Vault } from '../../artifacts/object-lock-bucket.ts';
import type { Artifact } from '../../domain/batches/batches.ts';
import type { FileResult } from '../../runtime/results.ts';

/** Well below what a function may answer. */
const INLINE_BYTES_MAX = 1024 * 1024;
const LINK_SECONDS = 300;

export interface Wanted {
  readonly artifact: Artifact;
  readonly batchId: string;
  readonly file: 'artifact' | 'checksum' | 'manifest';
}

export async function artifactFile(
  vault: Vault,
  tenant: string,
  { artifact, batchId, file }: Wanted,
): Promise<FileResult['file']> {
  const { key, filename, mediaType, checksum, sizeBytes } = artifact;
  if (file === 'manifest') {
    const name = 'manifest.json';
    return whole(vault, places.manifest(tenant, batchId), { filename: name, mediaType: JSON_TYPE });
  }
  if (file === 'checksum') {
    return whole(vault, `${key}.sha256`, {
      filename: `${filename}.sha256`,
      mediaType: 'text/plain',
    });
  }
  if (sizeBytes <= INLINE_BYTES_MAX) return whole(vault, key, { filename, mediaType });
  const url = await linkTo(vault, { key, filename, mediaType, seconds: LINK_SECONDS });
  return { filename, mediaType, checksum, content: { url } };
}

const JSON_TYPE = 'application/json';

async function whole(
  vault: Vault,
  key: string,
  named: { filename: string; mediaType: string },
): Promise<FileResult['file']> {
  const body = await readWhole(vault, key);
  if (!body) throw new Error(`${key} is not there`);
  const checksum = hash('sha256', body, 'hex');
  return { ...named, checksum, content: { text: body.toString('utf8') } };
}
