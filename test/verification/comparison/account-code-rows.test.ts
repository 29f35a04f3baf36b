// Account codes are read besides the tables, for every check that asks for them.
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { formatRowName } from '../../../functions/domain/projections/ledger-counters.ts';
import { buildRowKey } from '../../../functions/ledger/projections/general-ledger-items.ts';
import type { LedgerGeneration } from '../../../functions/ledger/projections/general-ledger-items.ts';
import type { Key } from '../../../functions/ledger/store/keys.ts';
import type { Store } from '../../../functions/ledger/store/store.ts';
import type { AccountCodeRows, DayRange } from '../../../functions/verification/check.ts';
import { nameDivision } from '../../../functions/verification/general-ledger/divisions.ts';
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

const divided = { tenant: 'acme', code: '2000', firstDays: ['2026-02-01', '2026-03-01'] };
const divisions = new Map([
  [
    nameDivision(divided.tenant, rowKeyOf({ tenant: 'acme', generation: 1 }, divided.code).SK),
    divided.firstDays,
  ],
]);

/** What two checks receive, of which one asks for another generation and another tenant besides, and for parts. */
async function readRows(of: number, stopAfter: number): Promise<string[][]> {
  const seen: string[][] = [[], []];
  const collect = (into: number) => (tenant: string, row: Key, days: DayRange) => {
    seen[into]?.push(`${tenant} ${row.PK} ${row.SK} ${days.from} to ${days.before}`);
    return Promise.resolve();
  };
  const ledgerRows: AccountCodeRows[] = [
    { generation: 1, tenants: ['acme'], divisions: new Map(), visit: collect(0) },
    { generation: 1, tenants: ['acme-b', 'acme'], divisions, visit: collect(1) },
    { generation: 2, tenants: ['acme'], divisions: new Map(), visit: collect(1) },
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

const WHOLE: readonly DayRange[] = [{ from: '' }];
const PARTS: readonly DayRange[] = [
  { from: '', before: '2026-02-01' },
  { from: '2026-02-01', before: '2026-03-01' },
  { from: '2026-03-01' },
];

const listRows = (
  ledgers: readonly LedgerGeneration[],
  listDays: (ledger: LedgerGeneration, code: string) => readonly DayRange[] = () => WHOLE,
) =>
  ledgers
    .flatMap((ledger) =>
      CODES.flatMap((code) => {
        const { PK, SK } = rowKeyOf(ledger, code);
        return listDays(ledger, code).map(
          ({ from, before }) => `${ledger.tenant} ${PK} ${SK} ${from} to ${before}`,
        );
      }),
    )
    .toSorted();

const isDivided = ({ tenant, generation }: LedgerGeneration, code: string) =>
  tenant === divided.tenant && generation === 1 && code === divided.code;

test.each([
  [1, 1_000],
  [3, 1_000],
  [2, 2],
])(
  'each check receives each row, or each of its parts, once: %i segments, %i records at a time',
  async (of, records) => {
    const [one, other] = await readRows(of, records);

    expect(one).toEqual(listRows(GENERATIONS.slice(0, 1)));
    expect(other).toEqual(
      listRows(GENERATIONS, (ledger, code) => (isDivided(ledger, code) ? PARTS : WHOLE)),
    );
  },
);

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
