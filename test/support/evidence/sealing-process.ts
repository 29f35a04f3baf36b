// A process that seals, with clients of its own. It can die at any of its requests: before one is sent, or
// after it was carried out; from then on it sends none.
import { openCheckpointSigner } from '../../../functions/evidence/signing-key.ts';
import { sealTenant } from '../../../functions/evidence/seal-tenant.ts';
import type { SealingOptions, SealingResult } from '../../../functions/evidence/seal-tenant.ts';
import type { EvidenceLog } from '../../../functions/evidence/evidence-log.ts';
import { openEvidenceBucket } from '../../../functions/artifacts/object-lock-bucket.ts';
import { openStore } from '../../../functions/ledger/store/store.ts';

export interface ProcessAddresses {
  readonly dynamodb: string;
  readonly s3: string;
  readonly keys: string;
  readonly keyId: string;
  readonly bucket: string;
  readonly ledgerTable: string;
  readonly receiptsTable: string;
  readonly shards: number;
}

/** The number of the request at which the process dies. */
export interface Death {
  readonly at: number;
  readonly moment: 'before' | 'after';
}

export class ProcessDeath extends Error {
  constructor() {
    super('the process has died');
    this.name = 'ProcessDeath';
  }
}

const S3_CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' };

interface AnyStack {
  add(middleware: unknown, options: object): void;
}

/** A request before it is sent. */
export interface ComingRequest {
  readonly name: string;
  readonly input: { readonly TableName?: string };
}

/** Calls `act` before each request that a process sends, which waits for its end. */
export function actBeforeRequests(
  { log: { store, bucket } }: Pick<SealingProcess, 'log'>,
  act: (request: ComingRequest) => Promise<unknown>,
): void {
  let acted: Promise<unknown> = Promise.resolve();
  for (const stack of [store.documents.middlewareStack, bucket.client.middlewareStack]) {
    (stack as AnyStack).add(
      (next: (call: object) => Promise<unknown>, { commandName: name }: { commandName: string }) =>
        async (call: { readonly input: ComingRequest['input'] }) => {
          // Requests that are sent at once act one after the other.
          acted = acted.then(() => act({ name, input: call.input }));
          await acted;
          return next(call);
        },
      { step: 'initialize', priority: 'high', name: 'act' },
    );
  }
}

export interface SealingProcess {
  readonly log: EvidenceLog;
  /** The names of the requests that were sent. */
  readonly requests: readonly string[];
  seal(options?: Partial<SealingOptions>): Promise<SealingResult>;
  end(): void;
}

export async function startSealingProcess(
  addresses: ProcessAddresses,
  tenant: string,
  death?: Death,
): Promise<SealingProcess> {
  const requests: string[] = [];
  const connection = {
    region: 'eu-central-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    // A death is counted in requests, so none is repeated; and a busy machine ends none.
    maxAttempts: 1,
    requestHandler: { connectionTimeout: 60_000, requestTimeout: 60_000 },
  };
  const signer = await openCheckpointSigner(addresses.keyId, {
    ...connection,
    endpoint: addresses.keys,
  });
  let isDead = false;
  const count = async <Result>(name: string, send: () => Promise<Result>): Promise<Result> => {
    if (isDead) throw new ProcessDeath();
    requests.push(name);
    const isLast = requests.length === death?.at;
    isDead ||= isLast && death?.moment === 'before';
    if (isDead) throw new ProcessDeath();
    // It dies after a request that fails, too: what it reads first may not be there yet.
    const [outcome] = await Promise.allSettled([send()]);
    isDead ||= isLast;
    if (isDead) throw new ProcessDeath();
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  };
  const watch = (stack: unknown) =>
    (stack as AnyStack).add(
      (next: (call: unknown) => Promise<unknown>, { commandName }: { commandName: string }) =>
        (call: unknown) =>
          count(commandName, () => next(call)),
      { step: 'initialize', priority: 'high', name: 'death' },
    );
  const { ledgerTable, receiptsTable, shards } = addresses;
  const opened = openStore(
    { ledgerTable, receiptsTable, shards },
    {
      ...connection,
      endpoint: addresses.dynamodb,
    },
  );
  watch(opened.documents.middlewareStack);
  const bucket = openEvidenceBucket(addresses.bucket, {
    ...connection,
    credentials: S3_CREDENTIALS,
    endpoint: addresses.s3,
    forcePathStyle: true,
  });
  watch(bucket.client.middlewareStack);
  const counted = {
    ...signer,
    sign: (message: Buffer) => count('Sign', () => signer.sign(message)),
  };
  const log = { store: opened, bucket, tenant };
  return {
    log,
    requests,
    seal: (options) =>
      sealTenant(log, { signer: counted, origin: 'bank.example/test', settleMs: 0, ...options }),
    end: () => {
      opened.documents.destroy();
      bucket.client.destroy();
    },
  };
}
