// Account codes are read besides the tables, for every check that asks for them.
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { formatRowName } from '../../../functions/domain/projections/ledger-counters.ts';
import { buildRowKey } from '../../../functions/ledger/projections/general-ledger-items.ts';
import type { LedgerGeneration } from '../../../functions/ledger/projections/general-ledger-items.ts';
import type { Key } from '../../../functions/ledger/store/keys.ts';
import type { Store } from '../../../functions/ledger/store/store.ts';
import type { AccountCodeRows } from '../../../functions/verification/check.ts';
import { LedgerTally } from '../../../functions/verification/general-ledger/ledger-tally.ts';
import { AuditRun } from '../../../functions/verification/audit-run.ts';
import { scanSection } from '../../../functions/verification/scan.ts';
import { openStore } from '../../support/invariants/verification.ts';
import { createTables, deleteTables } from '../../support/stack/tables.ts';
import type { TestTables } from '../../support/stack/tables.ts';

const GENERATIONS: readonly LedgerGeneration[] = [
  { tenant: 'acme', generation: 1 },
  { tenant: 'acme', generation: 2 },
  { tenant: 'acme-b', generation: 1 },
];
const CODES = ['1000', '2000', '3000'];

let tables: TestTables;
let store: Store;
beforeAll(async () => {
  tables = await createTables();
  store = openStore(tables);
  const rows = GENERATIONS.flatMap((ledger) =>
    CODES.map((accountCode) => rowKeyOf(ledger, accountCode)),
  );
  const requests = rows.map((Item) => ({ PutRequest: { Item } }));
  await store.documents.send(
    new BatchWriteCommand({ RequestItems: { [tables.projections]: requests } }),
  );
});
afterAll(async () => {
  await deleteTables({ ...tables });
  store.documents.destroy();
});

function rowKeyOf(ledger: LedgerGeneration, accountCode: string): Key {
  const subject = { level: 'years', within: '', accountCode, currency: 'EUR' } as const;
  return buildRowKey(ledger, formatRowName(subject));
}

/** What two checks receive, of which one asks for another generation and another tenant besides. */
async function readRows(of: number, stopAfter: number): Promise<string[][]> {
  const seen: string[][] = [[], []];
  const collect = (into: number) => (tenant: string, row: Key) => {
    seen[into]?.push(`${tenant} ${row.PK} ${row.SK}`);
    return Promise.resolve();
  };
  const ledgerRows: AccountCodeRows[] = [
    { generation: 1, tenants: ['acme'], visit: collect(0) },
    { generation: 1, tenants: ['acme-b', 'acme'], visit: collect(1) },
    { generation: 2, tenants: ['acme'], visit: collect(1) },
  ];
  const receiver = { kinds: [], visit: () => undefined, onUnknown: () => undefined, ledgerRows };
  for (let number = 0; number < of; number += 1) {
    let after: Key | undefined;
    let isWhole = false;
    while (!isWhole) {
      let left = stopAfter;
      const isOver = () => (left -= 1) < 0;
      const scan = { store, tenant: undefined, number, of, after, isOver };
      ({ isWhole, after } = await scanSection('general-ledger', scan, receiver));
    }
  }
  return seen.map((rows) => rows.toSorted());
}

const listRows = (ledgers: readonly LedgerGeneration[]) =>
  ledgers
    .flatMap((ledger) =>
      CODES.map((code) => {
        const { PK, SK } = rowKeyOf(ledger, code);
        return `${ledger.tenant} ${PK} ${SK}`;
      }),
    )
    .toSorted();

test.each([
  [1, 1_000],
  [3, 1_000],
  [2, 2],
])('each check receives each row once: %i segments, %i records at a time', async (of, records) => {
  const [one, other] = await readRows(of, records);

  expect(one).toEqual(listRows(GENERATIONS.slice(0, 1)));
  expect(other).toEqual(listRows(GENERATIONS));
});

test('flaws beyond those that are kept are counted, in every segment', () => {
  const audit = new AuditRun({ store }).auditOf('general-ledger');
  const flaw = {
    tenant: 'acme',
    kind: 'general_ledger',
    id: '1000 EUR 2026',
    field: 'debits',
    stored: '1',
    derived: '2',
    place: { PK: 'row', SK: 'row' },
  };
  const [one, other] = [new LedgerTally(audit, 2), new LedgerTally(audit, 2)];
  for (let time = 0; time < 3; time += 1) {
    one.suspect(flaw);
    other.suspect(flaw);
  }

  one.add(other.save());

  expect(one.save()).toMatchObject({ flaws: [flaw, flaw], unlisted: 4 });
});
