// Exports worked on in this process: the tasks of the state machine, called in its order.
import type { Context } from 'aws-lambda';
import type { SliceInput } from '../../functions/batches/export/export-work.ts';
import type { Slice } from '../../functions/batches/export/slices.ts';
import { readWhole } from '../../functions/artifacts/objects.ts';
import { places } from '../../functions/artifacts/locations.ts';
import type { ExportManifest } from '../../functions/batches/export/export-manifest.ts';
import { batchTasks } from '../../lib/constructs/state-machines/batch-tasks.ts';
import type { BatchTaskName } from '../../lib/constructs/state-machines/batch-tasks.ts';
import { requestedExport } from './batches.ts';
import { contextOf, startLedger, startWatchedLedger } from './ledger.ts';
import type { CallOptions, Called, TestLedger, WatchedLedger } from './ledger.ts';
import { BUCKET, startVault } from './vault.ts';
import type { TestVault } from './vault.ts';

type BeforeVault = Parameters<typeof startVault>[0];

export interface TestExports extends TestLedger {
  readonly vault: TestVault['vault'];
}

/** With a proxy before the tables. */
export interface WatchedExports extends TestExports, WatchedLedger {}

export interface Files {
  readonly batch: Called['body'];
  readonly text: string;
  readonly checksum: string;
  readonly manifest: ExportManifest;
}

/** A ledger, and a bucket for what is exported from it, perhaps with a proxy before the bucket. */
export async function startExports(before?: BeforeVault): Promise<TestExports> {
  return withVault(await startLedger(), before);
}

/** As `startExports`, with a proxy before the tables. */
export async function startWatchedExports(): Promise<WatchedExports> {
  return withVault(await startWatchedLedger());
}

async function withVault<Ledger extends TestLedger>(ledger: Ledger, before?: BeforeVault) {
  const vault = await startVault(before);
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_S3: vault.endpoint,
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    ARTIFACTS_BUCKET: BUCKET,
  });
  const stop = async () => {
    await ledger.stop();
    await vault.stop();
  };
  return { ...ledger, vault: vault.vault, stop };
}

type Task = (input: unknown, context: Context) => Promise<unknown>;

/** Calls a task as a state machine does: what goes in and out is JSON. */
export async function callTask(name: BatchTaskName, input: unknown, remainingMs = 900_000) {
  const file = `../../functions/batches/${batchTasks[name].folder}/${name}.ts`;
  const { handler } = (await import(file)) as { handler: Task };
  const given: unknown = JSON.parse(JSON.stringify(input));
  const output = await handler(given, contextOf({ remainingMs }));
  // oxlint-disable-next-line typescript/no-explicit-any
  return JSON.parse(JSON.stringify(output)) as any;
}

/** Works on a batch to its end, each task called by `call`. Throws what would fail it. */
export async function workOn(
  tenant: string,
  batchId: string,
  call: typeof callTask = callTask,
): Promise<void> {
  const begun = await call('begin-regulatory-export', { tenant, batchId });
  const plan = await call('plan-regulatory-export', begun);
  for (const slice of plan.slices as Slice[]) {
    let next: SliceInput & { isDone?: boolean } = { tenant, batchId, slice };
    while (next.isDone !== true) next = await call('write-export-slice', next);
  }
  const completion = await call('assemble-regulatory-export', { ...begun, plan });
  await call('complete-regulatory-export', { ...begun, completion });
}

/** An export from the request to its files. */
export async function exported(
  exports: TestExports,
  members: Record<string, unknown> = {},
  options: CallOptions = {},
): Promise<Files> {
  const { tenant = 'acme' } = options;
  const { batchId } = await requestedExport(exports, members, options);
  await workOn(tenant, batchId);
  return filesOf(exports, tenant, batchId);
}

export async function filesOf(
  { call, vault }: TestExports,
  tenant: string,
  batchId: string,
): Promise<Files> {
  const { body: batch } = await call('getLegacyBatch', { tenant, path: { batchId } });
  const { filename } = batch.artifact;
  const read = async (key: string) => (await readWhole(vault, key))?.toString('utf8') ?? '';
  const key = places.artifact(tenant, batchId, filename);
  return {
    batch,
    text: await read(key),
    checksum: await read(`${key}.sha256`),
    manifest: JSON.parse(await read(places.manifest(tenant, batchId))) as ExportManifest,
  };
}
