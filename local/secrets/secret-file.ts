import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseStored } from '../files/parse-stored.ts';
import { OWNER_ONLY, writeWhole } from '../files/write-whole.ts';
import { ServiceError } from '../http/service-error.ts';

interface StoredSecret {
  /** The time of the last rotation; absent before the first. */
  rotatedAt?: string;
  /** By version id. */
  readonly versions: Record<string, { readonly value: string; stages: string[] }>;
}

/** Stores a secret, with its versions and their stages, in one file. */
export class SecretFile {
  readonly #path: string;
  readonly #id: string;

  constructor(folder: string, secretId: string) {
    this.#id = secretId;
    this.#path = join(folder, `${readSecretName(secretId).replace(/[^A-Za-z0-9_.-]/g, '_')}.json`);
  }

  create(value: string): void {
    if (existsSync(this.#path)) return;
    this.#write({ versions: { [randomUUID()]: { value, stages: ['AWSCURRENT'] } } });
  }

  get isRotated(): boolean {
    return this.#read().rotatedAt !== undefined;
  }

  value(versionId?: string, stage = versionId === undefined ? 'AWSCURRENT' : undefined): object {
    const found = Object.entries(this.#read().versions).find(
      ([id, { stages }]) =>
        (versionId === undefined || id === versionId) &&
        (stage === undefined || stages.includes(stage)),
    );
    if (found === undefined) throw buildNotFoundError('The secret has no such version');
    const [VersionId, { value, stages }] = found;
    return { ARN: this.#id, Name: this.#id, VersionId, SecretString: value, VersionStages: stages };
  }

  put(versionId: string, value: string, stages: string[]): object {
    const stored = this.#read();
    for (const stage of stages) this.#take(stored, stage);
    stored.versions[versionId] = { value, stages };
    this.#write(stored);
    return { ARN: this.#id, Name: this.#id, VersionId: versionId, VersionStages: stages };
  }

  describe(): object {
    const { versions } = this.#read();
    const VersionIdsToStages: Record<string, string[]> = {};
    for (const [id, { stages }] of Object.entries(versions)) VersionIdsToStages[id] = stages;
    return { ARN: this.#id, Name: this.#id, VersionIdsToStages };
  }

  /** The version that loses AWSCURRENT becomes AWSPREVIOUS; versions without a stage are deleted. */
  moveStage(stage: string, to?: string, from?: string): object {
    const stored = this.#read();
    const target = to === undefined ? undefined : stored.versions[to];
    if (to !== undefined && target === undefined)
      throw buildNotFoundError('The secret has no such version to move the stage to');
    this.#take(stored, stage);
    const source = from === undefined ? undefined : stored.versions[from];
    if (stage === 'AWSCURRENT' && source !== undefined) {
      this.#take(stored, 'AWSPREVIOUS');
      source.stages.push('AWSPREVIOUS');
    }
    if (stage === 'AWSCURRENT') stored.rotatedAt = new Date().toISOString();
    target?.stages.push(stage);
    this.#write(stored);
    return { ARN: this.#id, Name: this.#id };
  }

  #take({ versions }: StoredSecret, stage: string): void {
    for (const version of Object.values(versions)) {
      version.stages = version.stages.filter((own) => own !== stage);
    }
  }

  #read(): StoredSecret {
    if (!existsSync(this.#path)) throw buildNotFoundError(`The secret ${this.#id} does not exist`);
    return parseStored(this.#path, readFileSync(this.#path, 'utf8'));
  }

  #write(stored: StoredSecret): void {
    const staged = Object.entries(stored.versions).filter(([, { stages }]) => stages.length > 0);
    mkdirSync(join(this.#path, '..'), { recursive: true, mode: 0o700 });
    const text = JSON.stringify({ ...stored, versions: Object.fromEntries(staged) });
    writeWhole(this.#path, text, OWNER_ONLY);
  }
}

// Callers identify a secret by its name or its ARN. A local ARN ends in the name, without the six random
// characters that AWS appends.
function readSecretName(secretId: string): string {
  const [, name] = /^arn:[^:]+:secretsmanager:[^:]*:[^:]*:secret:(.+)$/.exec(secretId) ?? [];
  return name ?? secretId;
}

function buildNotFoundError(message: string): ServiceError {
  return new ServiceError('ResourceNotFoundException', message);
}
