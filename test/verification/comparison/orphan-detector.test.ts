// The records that were read with their owners are tallied against those of the scan. Only where the two differ are
// the tables scanned once more.
import { expect, test } from '@jest/globals';
import { buildIdGenerator } from '../../../functions/ledger/store/ids.ts';
import type { Item } from '../../../functions/ledger/store/item.ts';
import { keys } from '../../../functions/ledger/store/keys.ts';
import { AuditRun } from '../../../functions/verification/audit-run.ts';
import { OrphanDetector } from '../../../functions/verification/orphan-detector.ts';
import { findBucket } from '../../../functions/verification/tally.ts';
import { openStore } from '../../support/invariants/verification.ts';

const STARTED_AT = Date.parse('2026-11-20T02:00:00.000Z');
const newId = buildIdGenerator(4);
const LOAN = newId(new Date(STARTED_AT - 86_400_000))('loan');

function buildDetector(): OrphanDetector {
  const store = openStore({ ledger: 'ledger', receipts: 'receipts' });
  const run = new AuditRun({ store, settleMs: 0 }, { startedAt: STARTED_AT, salt: 'salt' });
  return new OrphanDetector(run.auditOf('loans'), {
    kind: 'LTX',
    since: ({ SK }) => SK,
    owner: (tenant) => keys.loan(tenant, LOAN),
    flaw: ({ SK: id }) => ({ kind: 'transaction', id, field: 'loan_id', stored: '', derived: '' }),
  });
}

/** A transaction of the time after the start of the run, before it if negative. */
const buildTransaction = (afterMs: number): Item => ({
  ...keys.transaction('acme', LOAN, newId(new Date(STARTED_AT + afterMs))('txn')),
});
const OLD = [buildTransaction(-3), buildTransaction(-2), buildTransaction(-1)];
const DAY_MS = 24 * 60 * 60_000;

interface TalliedRecords {
  readonly seen: readonly Item[];
  readonly owned: readonly Item[];
}

/** The buckets that are to be scanned again, where half of the records are those of another segment. */
async function findUneven({ seen, owned }: TalliedRecords): Promise<unknown> {
  const [one, other] = [buildDetector(), buildDetector()];
  for (const [index, item] of seen.entries()) (index % 2 === 0 ? one : other).seen(item);
  for (const item of owned) one.owned(item);
  one.merge(structuredClone(other.save()));
  return (await one.conclude())?.data;
}

const bucketOf = ({ PK, SK }: Item) => findBucket(`${PK} ${SK}`);

test('records that all have an owner need no further scan', async () => {
  expect(await findUneven({ seen: OLD, owned: OLD.toReversed() })).toBeUndefined();
});

test('a record without an owner is looked for in its bucket, and so is one that the scan has not seen', async () => {
  const [orphan, ...rest] = OLD as [Item, ...Item[]];
  const bucket = new Set([bucketOf(orphan)]);

  expect(await findUneven({ seen: OLD, owned: rest })).toEqual(bucket);
  expect(await findUneven({ seen: rest, owned: OLD })).toEqual(bucket);
});

test.each([1, DAY_MS - 1])(
  'a record of %i ms after the start may be on one side only',
  async (afterMs) => {
    const late = buildTransaction(afterMs);

    expect(await findUneven({ seen: [...OLD, late], owned: OLD })).toBeUndefined();
    expect(await findUneven({ seen: OLD, owned: [...OLD, late] })).toBeUndefined();
  },
);

test('a time that is beyond the end of every run is wrong, and in flight in none', async () => {
  const late = buildTransaction(DAY_MS);

  expect(await findUneven({ seen: [...OLD, late], owned: OLD })).toEqual(new Set([bucketOf(late)]));
});
