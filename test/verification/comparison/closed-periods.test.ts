// The totals of a closed period are compared with the journal entries that the same run reads, unless the period has
// changed meanwhile: then the two may be of different times, and the next run compares them.
import { beforeEach, expect, test } from '@jest/globals';
import type { Item } from '../../../functions/ledger/store/item.ts';
import { AuditRun } from '../../../functions/verification/audit-run.ts';
import { periods } from '../../../functions/verification/checks/general-ledger/periods.ts';
import {
  approveLedgerRequest,
  closePeriod,
  PERIOD,
  requestPeriodChange,
} from '../../support/accounting-periods/closings.ts';
import { postEntry } from '../../support/fixtures/adjustments.ts';
import {
  books,
  listRecords,
  readLedger,
  requireRecord,
  useCorruptibleLedger,
} from '../../support/invariants/corrupted-records.ts';
import { openStore } from '../../support/invariants/verification.ts';
import { asTenant, credit } from '../../support/stack/ledger.ts';

useCorruptibleLedger();

let period: Item;
let entries: readonly Item[];
beforeEach(async () => {
  const caller = asTenant(readLedger(), books.tenant);
  const body = { ...credit(books.ada, '1.00'), effective_date: `${PERIOD}-15` };
  await postEntry(caller, body);
  await postEntry(caller, body);
  await closePeriod(caller, books.tenant);
  period = await requireRecord('GLP', ({ SK }) => SK === PERIOD);
  entries = (await listRecords('JRN')).filter((item) => item['effective_date'] === `${PERIOD}-15`);
  expect(entries).toHaveLength(2);
});

const reopen = async () => {
  const caller = asTenant(readLedger(), books.tenant);
  const { id } = await requestPeriodChange(caller, 'reopen');
  expect((await approveLedgerRequest(caller, id)).body).toMatchObject({ status: 'APPLIED' });
};

interface PeriodScan {
  readonly startedAt?: number;
  /** Runs when the records were read. */
  readonly meanwhile?: () => Promise<void>;
}

/** What a run finds that reads the period and these entries, each of them in a segment of its own. */
async function findDifferences(
  read: readonly Item[],
  { startedAt = Date.now() + 1, meanwhile }: PeriodScan = {},
) {
  const store = openStore(readLedger().tables);
  const run = new AuditRun({ store }, { startedAt, salt: 'salt' });
  const begin = () => periods.begin(run.auditOf('periods'));
  const whole = begin();
  for (const item of [period, ...read]) {
    const segment = begin();
    const kind = item === period ? 'GLP' : 'JRN';
    await segment.visit({ tenant: books.tenant, kind, item });
    whole.summary?.add(structuredClone(segment.summary?.save()));
  }
  await meanwhile?.();
  await whole.conclude?.();
  store.documents.destroy();
  return run.findings.kept.map(({ id, field, stored, derived }) => [id, field, stored, derived]);
}

const text = expect.any(String);
/** One of two entries is missing. */
const SMALLER = [
  [PERIOD, 'totals/EUR/journal_entries', '2', '1'],
  [PERIOD, 'totals/EUR/total_debits', '2.00', '1.00'],
  [PERIOD, 'totals/EUR/total_credits', '2.00', '1.00'],
  [PERIOD, 'totals/EUR/digest', text, text],
];

test('the entries of all segments add up to the totals', async () => {
  expect(await findDifferences(entries)).toEqual([]);
});

test('an entry that is missing is a difference of the totals', async () => {
  expect(await findDifferences(entries.slice(0, 1))).toEqual(SMALLER);
});

test('a period that was reopened since it was read is left to the next run', async () => {
  expect(await findDifferences(entries.slice(0, 1), { meanwhile: reopen })).toEqual([]);
});

test('a period that was closed since the run started is left to the next run', async () => {
  const closedAt = Date.parse(String(period['updated_at']));

  expect(await findDifferences([], { startedAt: closedAt - 1 })).toEqual([]);
  expect(await findDifferences([], { startedAt: closedAt + 1 })).not.toEqual([]);
});
