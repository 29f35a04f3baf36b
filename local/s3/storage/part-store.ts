// Stores the parts of multipart uploads until they become an object.
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoredBucket } from './stored-bucket.ts';
import type { ChecksumAlgorithm, Checksum } from '../wire/checksums.ts';
import { moveDurably, readJsonFile, writeDurably } from './durable-file.ts';
import type { ObjectLock } from './object-lock.ts';
import { S3Error } from '../s3-error.ts';

export interface PendingUpload {
  readonly id: string;
  readonly key: string;
  readonly headers: Record<string, string>;
  readonly lock: ObjectLock;
  readonly algorithm?: ChecksumAlgorithm;
  readonly checksumType: 'FULL_OBJECT' | 'COMPOSITE';
}

export interface UploadedPart {
  readonly number: number;
  readonly size: number;
  readonly etag: string;
  readonly checksum?: Checksum;
}

export class PartStore {
  readonly #bucket: StoredBucket;

  constructor(bucket: StoredBucket) {
    this.#bucket = bucket;
  }

  async open(upload: Omit<PendingUpload, 'id'>): Promise<PendingUpload> {
    const opened = { ...upload, id: randomBytes(16).toString('hex') };
    await mkdir(this.#folder(opened.id), { recursive: true });
    await this.#write(join(this.#folder(opened.id), 'upload.json'), opened);
    return opened;
  }

  async upload(id: string, key: string): Promise<PendingUpload> {
    const found = /^[\da-f]{32}$/.test(id)
      ? await readJsonFile<PendingUpload>(join(this.#folder(id), 'upload.json'))
      : undefined;
    if (found?.key === key) return found;
    throw new S3Error('NoSuchUpload', 'The specified upload does not exist.');
  }

  /** A part with the same number replaces the earlier one. */
  async put({ id }: PendingUpload, part: UploadedPart, file: string): Promise<void> {
    await moveDurably(file, this.fileOf(id, part));
    await this.#write(join(this.#folder(id), `${part.number}.json`), part);
  }

  async parts({ id }: PendingUpload): Promise<Map<number, UploadedPart>> {
    const names = (await readdir(this.#folder(id))).filter((name) => /^\d+\.json$/.test(name));
    const parts = new Map<number, UploadedPart>();
    for (const name of names) {
      const part = await readJsonFile<UploadedPart>(join(this.#folder(id), name));
      if (part) parts.set(part.number, part);
    }
    return parts;
  }

  // The entity tag in the name keeps a part consistent with its metadata after a crash between both writes.
  fileOf(id: string, { number, etag }: UploadedPart): string {
    return join(this.#folder(id), `${number}-${etag}.part`);
  }

  async close({ id }: PendingUpload): Promise<void> {
    await rm(this.#folder(id), { recursive: true, force: true });
  }

  #folder(id: string): string {
    return join(this.#bucket.uploads, id);
  }

  async #write(file: string, value: object) {
    await writeDurably(file, JSON.stringify(value), this.#bucket.incoming);
  }
}
