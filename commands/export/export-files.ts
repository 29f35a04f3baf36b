// Downloads the file and the manifest of an export into one folder.
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isHttpError, RefusalError } from '../../client/refusal-error.ts';
import { MANIFEST_SIGNATURE_SUFFIX } from '../../functions/domain/exports/manifest-signature.ts';

export interface ArtifactSource {
  readonly workbenchUrl: string;
  readonly token: () => Promise<string>;
  readonly batchId: string;
}

export interface ExportFiles {
  readonly file: string;
  readonly manifest: string;
  /** Absent where the manifest is not signed. */
  readonly signature?: string;
  /** Absent where the format has none. */
  readonly description?: string;
}

/**
 * Files of any size are downloaded in bounded memory. An existing file is replaced only after a complete
 * download.
 */
export async function downloadExport(
  source: ArtifactSource,
  folder: string,
  onProgress: (text: string) => void,
): Promise<ExportFiles> {
  await mkdir(folder, { recursive: true });
  const file = await download(source, 'file', { folder, onProgress });
  const name = `${basename(file)}.manifest.json`;
  const manifest = await download(source, 'manifest', { folder, onProgress, name });
  const signed = { folder, onProgress, name: `${name}${MANIFEST_SIGNATURE_SUFFIX}` };
  const signature = await download(source, 'signature', signed).catch(ignoreMissingSignature);
  const { description } = JSON.parse(await readFile(manifest, 'utf8')) as StoredManifest;
  return {
    file,
    manifest,
    ...(signature !== undefined && { signature }),
    ...(description && {
      description: await download(source, 'description', { folder, onProgress }),
    }),
  };
}

// Exports from before there was an evidence log have none.
function ignoreMissingSignature(error: unknown): undefined {
  const { cause } = error as Error;
  if (cause instanceof RefusalError && cause.code === 'signature_not_found') return undefined;
  throw error;
}

interface StoredManifest {
  readonly description?: object;
}

interface DownloadTarget {
  readonly folder: string;
  /** By default the name that the API gives. */
  readonly name?: string;
  readonly onProgress: (text: string) => void;
}

async function download(
  { workbenchUrl, token, batchId }: ArtifactSource,
  what: 'file' | 'manifest' | 'signature' | 'description',
  { folder, name, onProgress }: DownloadTarget,
): Promise<string> {
  const query = what === 'file' ? '' : `?file=${what}`;
  // A redirect to S3 is followed without the token: fetch removes it for another origin.
  const base = workbenchUrl.replace(/\/$/, '');
  const answer = await fetch(`${base}/api/legacy-batches/${batchId}/artifact${query}`, {
    headers: { authorization: `Bearer ${await token()}` },
  });
  if (!answer.ok || answer.body === null) {
    const text = await answer.text();
    const cause = readRefusal(text);
    const reason = cause?.message ?? `${answer.status} ${text}`;
    throw new Error(`The ${what} could not be downloaded: ${reason}`, { cause });
  }
  const target = join(folder, name ?? readFilename(answer) ?? batchId);
  const unfinished = `${target}.part`;
  let bytes = 0;
  const counted = Readable.fromWeb(answer.body).on('data', (chunk: Uint8Array) => {
    bytes += chunk.length;
    onProgress(`downloading the ${what}: ${bytes} bytes`);
  });
  try {
    await pipeline(counted, createWriteStream(unfinished));
    await rename(unfinished, target);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  return target;
}

// The API refuses in JSON; what stands before it, and S3, in other forms.
function readRefusal(text: string): RefusalError | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return isHttpError(body) ? new RefusalError(body) : undefined;
  } catch {
    return undefined;
  }
}

// Strips any path from the name, so that the file stays in the folder.
function readFilename({ headers }: Response): string | undefined {
  const name = /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1];
  return name === undefined ? undefined : basename(name);
}
