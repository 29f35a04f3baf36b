// A bucket on the file system: `bucket.json`, and a folder for each key with a JSON file and a data file
// for each version. Folders are named by the digest of the key, because file systems may ignore case or
// limit the length of names.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readErrorCode } from '../../http/error-code.ts';
import type { Checksum } from '../wire/checksums.ts';
import { moveDurably, readJsonFile, writeDurably } from './durable-file.ts';
import type { DefaultRetention, ObjectLock } from './object-lock.ts';
import { KeyedMutex } from './keyed-mutex.ts';
import type { CrossOriginRule } from '../wire/cross-origin.ts';
import { S3Error } from '../s3-error.ts';

export interface BucketSettings {
  readonly isVersioned: boolean;
  /** Present if Object Lock is enabled. */
  readonly objectLock?: { readonly default?: DefaultRetention };
  /** Present if pages of other origins may call. */
  readonly crossOriginRules?: readonly CrossOriginRule[];
}

export type ObjectVersion = ObjectLock & {
  readonly key: string;
  readonly versionId: string;
  readonly size: number;
  readonly etag: string;
  readonly lastModified: string;
  readonly checksum?: Checksum;
  /** Whether the checksum covers the whole object or the checksums of its parts. */
  readonly checksumType?: 'FULL_OBJECT' | 'COMPOSITE';
  /** Headers of the upload that reads return unchanged, including x-amz-meta-*. */
  readonly headers: Record<string, string>;
  readonly isDeleteMarker?: boolean;
  /** The data file in the key's folder. */
  readonly data?: string;
};

export type NewVersion = Omit<ObjectVersion, 'versionId' | 'lastModified' | 'data'>;

const UNVERSIONED = 'null';
const TIME_DIGITS = 12;
const COUNT_DIGITS = 6;

export class StoredBucket {
  readonly name: string;
  /** The folder of files that are still being written; emptied at every start. */
  readonly incoming: string;
  readonly #folder: string;
  readonly #writing = new KeyedMutex();
  #keys: Promise<Set<string>> | undefined;
  #last = '';

  constructor(root: string, name: string) {
    this.name = name;
    this.#folder = join(root, name);
    this.incoming = join(this.#folder, 'incoming');
    rmSync(this.incoming, { recursive: true, force: true });
    mkdirSync(this.incoming, { recursive: true });
  }

  /** The folder of multipart uploads. */
  get uploads(): string {
    return join(this.#folder, 'uploads');
  }

  settings(): Promise<BucketSettings | undefined> {
    return readJsonFile<BucketSettings>(join(this.#folder, 'bucket.json'));
  }

  async configure(settings: BucketSettings): Promise<void> {
    const file = join(this.#folder, 'bucket.json');
    await writeDurably(file, JSON.stringify(settings), this.incoming);
  }

  /** The newest version, which may be a delete marker. */
  async newest(key: string): Promise<ObjectVersion | undefined> {
    const [name] = await this.#versionNames(key);
    return name === undefined
      ? undefined
      : readJsonFile<ObjectVersion>(join(this.#objectFolder(key), name));
  }

  version(key: string, versionId: string): Promise<ObjectVersion | undefined> {
    if (!/^[\w-]+$/.test(versionId)) return Promise.resolve(undefined);
    return readJsonFile<ObjectVersion>(join(this.#objectFolder(key), `${versionId}.json`));
  }

  fileOf({ key, data }: ObjectVersion): string {
    if (data === undefined) throw new S3Error('MethodNotAllowed', 'A delete marker has no data.');
    return join(this.#objectFolder(key), data);
  }

  /**
   * Makes a synced file the object's newest version, unless `allow` throws for the version before. Nothing
   * else writes to the key between the check and the write.
   */
  async put(
    wanted: NewVersion,
    file: string | undefined,
    allow: (before: ObjectVersion | undefined) => void,
  ): Promise<ObjectVersion> {
    const { isVersioned = false } = (await this.settings()) ?? {};
    return this.#writing.run(wanted.key, async () => {
      const before = await this.newest(wanted.key);
      allow(before);
      const objectFolder = this.#objectFolder(wanted.key);
      const versionId = isVersioned ? this.#nextVersionId(before?.versionId) : UNVERSIONED;
      const data = file && `${randomUUID()}.data`;
      const version = { ...wanted, versionId, lastModified: new Date().toISOString(), data };
      if (file && data) await moveDurably(file, join(objectFolder, data));
      await writeDurably(
        join(objectFolder, `${versionId}.json`),
        JSON.stringify(version),
        this.incoming,
      );
      (await this.#keys)?.add(wanted.key);
      if (before?.versionId === UNVERSIONED && !isVersioned) await this.#removeData(before);
      return version;
    });
  }

  /** Changes the lock of a version. */
  async change(version: ObjectVersion, lock: ObjectLock): Promise<void> {
    const file = join(this.#objectFolder(version.key), `${version.versionId}.json`);
    await writeDurably(file, JSON.stringify({ ...version, ...lock }), this.incoming);
  }

  async remove(version: ObjectVersion): Promise<void> {
    await this.#writing.run(version.key, async () => {
      await rm(join(this.#objectFolder(version.key), `${version.versionId}.json`), { force: true });
      await this.#removeData(version);
    });
  }

  /** Every key that has or had a version, in UTF-8 byte order. */
  async keys(): Promise<string[]> {
    this.#keys ??= this.#readKeys();
    return [...(await this.#keys)].sort((one, other) =>
      Buffer.compare(Buffer.from(one), Buffer.from(other)),
    );
  }

  #objectFolder(key: string): string {
    const digest = createHash('sha256').update(key).digest('hex');
    return join(this.#folder, 'objects', digest.slice(0, 2), digest);
  }

  async #removeData({ key, data }: ObjectVersion) {
    if (data !== undefined) await rm(join(this.#objectFolder(key), data), { force: true });
  }

  // Version ids sort in the order of creation, even within a millisecond or after the clock was set back.
  #nextVersionId(before = ''): string {
    const known = before === UNVERSIONED ? '' : before.slice(0, TIME_DIGITS + COUNT_DIGITS);
    const last = known > this.#last ? known : this.#last;
    const time = Date.now().toString(16).padStart(TIME_DIGITS, '0');
    const isLater = time > last.slice(0, TIME_DIGITS);
    const count = isLater ? 0 : Number.parseInt(last.slice(TIME_DIGITS), 16) + 1;
    const stamp = isLater ? time : last.slice(0, TIME_DIGITS);
    this.#last = stamp + count.toString(16).padStart(COUNT_DIGITS, '0');
    return this.#last + randomBytes(6).toString('hex');
  }

  async #versionNames(key: string): Promise<string[]> {
    const names = (await listNames(this.#objectFolder(key))).filter((name) =>
      name.endsWith('.json'),
    );
    // The unversioned object, from before versioning was enabled, is the oldest.
    const age = (name: string) => (name === `${UNVERSIONED}.json` ? '' : name);
    return names.sort((one, other) => (age(one) < age(other) ? 1 : -1));
  }

  async #readKeys(): Promise<Set<string>> {
    const keys = new Set<string>();
    const objects = join(this.#folder, 'objects');
    for (const start of await listNames(objects)) {
      for (const digest of await listNames(join(objects, start))) {
        const folder = join(objects, start, digest);
        const name = (await listNames(folder)).find((one) => one.endsWith('.json'));
        const version = name && (await readJsonFile<ObjectVersion>(join(folder, name)));
        if (version) keys.add(version.key);
      }
    }
    return keys;
  }
}

async function listNames(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (readErrorCode(error) === 'ENOENT') return [];
    throw error;
  }
}
