// Where the parts of uploads wait until they become an object.
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bucket } from './bucket.ts';
import type { Algorithm, Checksum } from './checksums.ts';
import { moveDurably, readJsonFile, writeDurably } from './durable-file.ts';
import type { Lock } from './object-lock.ts';
import { S3Error } from '../wire/s3-error.ts';

export type Upload = {
  id: string;
  key: string;
  headers: Record<string, string>;
  lock: Lock;
  algorithm?: Algorithm;
  checksumType: 'FULL_OBJECT' | 'COMPOSITE';
};

export type Part = { number: number; size: number; etag: string; checksum?: Checksum };

export class PartStore {
  readonly #bucket: Bucket;

  constructor(bucket: Bucket) {
    this.#bucket = bucket;
  }

  async open(upload: Omit<Upload, 'id'>): Promise<Upload> {
    const opened = { ...upload, id: randomBytes(16).toString('hex') };
    await mkdir(this.#folder(opened.id), { recursive: true });
    await this.#write(join(this.#folder(opened.id), 'upload.json'), opened);
    return opened;
  }

  async upload(id: string, key: string): Promise<Upload> {
    const found = /^[\da-f]{32}$/.test(id)
      ? await readJsonFile<Upload>(join(this.#folder(id), 'upload.json'))
      : undefined;
    if (found?.key === key) return found;
    throw new S3Error('NoSuchUpload', 'The specified upload does not exist.');
  }

  /** A part that comes again takes the place of the one before. */
  async put({ id }: Upload, part: Part, file: string): Promise<void> {
    await moveDurably(file, this.fileOf(id, part));
    await this.#write(join(this.#folder(id), `${part.number}.json`), part);
  }

  async parts({ id }: Upload): Promise<Map<number, Part>> {
    const names = (await readdir(this.#folder(id))).filter((name) => /^\d+\.json$/.test(name));
    const parts = new Map<number, Part>();
    for (const name of names) {
      const part = await readJsonFile<Part>(join(this.#folder(id), name));
      if (part) parts.set(part.number, part);
    }
    return parts;
  }

  // The tag in the name keeps a part and what is known of it together, whenever the machine stops.
  fileOf(id: string, { number, etag }: Part): string {
    return join(this.#folder(id), `${number}-${etag}.part`);
  }

  async close({ id }: Upload): Promise<void> {
    await rm(this.#folder(id), { recursive: true, force: true });
  }

  #folder(id: string): string {
    return join(this.#bucket.uploads, id);
  }

  async #write(file: string, value: object) {
    await writeDurably(file, JSON.stringify(value), this.#bucket.incoming);
  }
}
