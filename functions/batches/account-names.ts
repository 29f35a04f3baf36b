// The names of the chart of accounts as they are when an export starts, so that all of its workers, and
// each of their retries, write the same names.
import { readWholeObject, writeWorkObjectOnce } from '../artifacts/objects.ts';
import { objectKeys } from '../artifacts/locations.ts';
import type { ObjectLockBucket } from '../artifacts/object-lock-bucket.ts';
import type { ExportFormat } from '../domain/exports/export-format.ts';
import type { ExportScope } from '../domain/exports/export-scope.ts';
import type { Session } from '../ledger/commit/session.ts';
import { listLedgerAccounts } from '../ledger/general-ledger/accounts.ts';
import type { BatchInput } from '../runtime/task.ts';

const PAGE = 1_000;

const nameFileKey = ({ tenant, batchId }: BatchInput): string =>
  objectKeys.work(tenant, batchId, 'account-names.json');

/** Writes the name of each account of the chart into a work file of the batch, once. */
export async function writeAccountNames(
  session: Session,
  bucket: ObjectLockBucket,
  batch: BatchInput,
): Promise<void> {
  const names: [code: string, name: string][] = [];
  let after: string | undefined;
  do {
    const page = await listLedgerAccounts(session, after, PAGE);
    names.push(...page.items.map(({ code, name }): [string, string] => [code, name]));
    after = page.next;
  } while (after !== undefined);
  await writeWorkObjectOnce(bucket, nameFileKey(batch), Buffer.from(JSON.stringify(names)));
}

/** Adds the names of that file to the scope of an export, if its format names accounts. */
export async function nameAccounts(
  bucket: ObjectLockBucket,
  batch: BatchInput,
  { format, scope }: { readonly format: ExportFormat; readonly scope: ExportScope },
): Promise<ExportScope> {
  if (!format.hasAccountNames) return scope;
  const file = await readWholeObject(bucket, nameFileKey(batch));
  if (!file) throw new Error(`${nameFileKey(batch)} does not exist`);
  const accountNames = new Map(JSON.parse(file.toString('utf8')) as [string, string][]);
  return { ...scope, accountNames };
}
