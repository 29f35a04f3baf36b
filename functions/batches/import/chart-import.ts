// The import of a chart of accounts: its rows are checked together, and if all are sound, they become
// accounts of the chart.
import { hash } from 'node:crypto';
import { objectKeys } from '../../artifacts/locations.ts';
import type { ObjectLockBucket } from '../../artifacts/object-lock-bucket.ts';
import { readWholeObject, writeWorkObjectOnce } from '../../artifacts/objects.ts';
import { readObject } from '../../artifacts/read-object.ts';
import { findChartControl } from '../../controls/chart-control.ts';
import type { Batch } from '../../domain/batches/batches.ts';
import { ChartFile, listParents } from '../../domain/imports/chart-file.ts';
import type { AccountParents, ChartRow } from '../../domain/imports/chart-file.ts';
import { readImportRequest } from '../../domain/imports/legacy-imports.ts';
import type { AccountDefinition } from '../../domain/general-ledger/accounts.ts';
import { Refusal } from '../../domain/refusals/refusals.ts';
import { buildAccountDefinedEvent } from '../../events/general-ledger.ts';
import { commit } from '../../ledger/commit/commit.ts';
import type { Session } from '../../ledger/commit/session.ts';
import { readParents } from '../../ledger/general-ledger/accounts.ts';
import { readAndDefineAccounts } from '../../ledger/general-ledger/define-accounts.ts';
import type { CommitOnce } from '../../runtime/task.ts';
import { toGeneralLedgerAccountView } from '../../views/general-ledger.ts';
import { BatchFailure } from '../batch-failure.ts';
import type { ImportWork } from './import-work.ts';
import { buildFirstCheckpoint, validateSlice } from './rows/slice-validation.ts';
import type { ImportFileFormat } from './rows/slice-validation.ts';

/** Eight accounts with ten others above each, and the receipt, are within one transaction. */
const ACCOUNTS_PER_COMMIT = 8;

interface ChartSource {
  readonly bucket: ObjectLockBucket;
  readonly session: Session;
  readonly work: Pick<ImportWork, 'tenant' | 'batchId' | 'file'>;
  readonly format: ImportFileFormat;
}

/**
 * Reads the rows that are sound by themselves, beside the chart as it is; undefined if the file has so many faults
 * that not all of its rows were read.
 */
export async function readChartFile(source: ChartSource): Promise<ChartFile | undefined> {
  const rows = await readChartRows(source);
  return rows && new ChartFile(rows, await readParents(source.session, listParents(rows)));
}

async function readChartRows({
  bucket,
  work: { tenant, batchId, file },
  format,
}: ChartSource): Promise<readonly ChartRow[] | undefined> {
  const rows: ChartRow[] = [];
  const { markBytes = 0, sizeBytes, versionId } = file;
  const pieces = readObject(bucket, {
    key: objectKeys.upload(tenant, batchId),
    versionId,
    start: markBytes,
    end: sizeBytes - 1,
  });
  const watch = (row: number, record: ChartRow['record'], isSound: boolean) => {
    if (isSound) rows.push({ row, record });
  };
  const { isLast } = await validateSlice(
    pieces,
    { ...format, watch },
    buildFirstCheckpoint(markBytes),
  );
  return isLast ? rows : undefined;
}

// Each slice, and each retry of one, is checked beside the chart as the first has read it: the report is of several
// files, and the counts are those of one call.
async function keepParents(
  { bucket, session, work: { tenant, batchId } }: ChartSource,
  codes: readonly string[],
): Promise<AccountParents> {
  const key = objectKeys.work(tenant, batchId, 'chart-parents.json');
  const parents = [...(await readParents(session, codes))];
  await writeWorkObjectOnce(bucket, key, Buffer.from(JSON.stringify(parents)));
  const kept = await readWholeObject(bucket, key);
  if (!kept) throw new Error(`${key} was not written`);
  const stored = JSON.parse(kept.toString('utf8')) as [code: string, parent: string | null][];
  return new Map(stored.map(([code, parent]) => [code, parent ?? undefined]));
}

/** Adds the check of the rows together to the type of the records. */
export async function checkChart(source: ChartSource): Promise<ImportFileFormat> {
  const { format } = source;
  const rows = await readChartRows(source);
  if (!rows) return format;
  const file = new ChartFile(rows, await keepParents(source, listParents(rows)));
  const findTogether = (row: number, record: ChartRow['record']) => file.findFaults(row, record);
  return { ...format, type: { ...format.type, findTogether } };
}

/**
 * Throws BatchFailure if a control of single accounts would catch one of the chart and no other operator has
 * approved the import. Its request was judged, so the control is newer than that.
 */
export async function requireChartApproval(
  session: Session,
  batch: Batch,
  { definitions }: ChartFile,
): Promise<void> {
  if (readImportRequest(batch).change_request_id !== undefined) return;
  const maker = { ...session, actor: batch.requestedBy };
  if (!(await findChartControl(maker, definitions, new Date()))) return;
  throw new BatchFailure(
    'Accounts of the chart have come under control since the import was requested. Request it again: another operator approves it.',
  );
}

/**
 * Defines the accounts in the name of the operator who requested the import; accounts that are as the
 * file says stay as they are. Throws BatchFailure if the chart has changed so that this is not possible.
 */
export async function defineChart(
  file: ChartFile,
  { batchId, actor, once }: { batchId: string; actor: string; once: CommitOnce },
): Promise<void> {
  const { definitions } = file;
  for (let at = 0; at < definitions.length; at += ACCOUNTS_PER_COMMIT) {
    const part = definitions.slice(at, at + ACCOUNTS_PER_COMMIT);
    // Named by its accounts: their order may differ in a repeated run, if the chart has changed.
    const name = hash('sha256', part.map(({ code }) => code).join('\n'));
    try {
      await once(`${batchId}!accounts-${name}`, (session, now) =>
        commitAccounts({ ...session, actor }, part, now),
      );
    } catch (error) {
      if (error instanceof Refusal && error.status === 409) throw new BatchFailure(error.message);
      throw error;
    }
  }
}

async function commitAccounts(session: Session, part: readonly AccountDefinition[], now: Date) {
  const { accounts, writes } = await readAndDefineAccounts(session, part, now, 'changed');
  const events = accounts.map((one, index) => buildAccountDefinedEvent(one, `/items/${index}`));
  const body = { items: accounts.map(toGeneralLedgerAccountView) };
  return commit(session, { writes, events, status: 200, body });
}
