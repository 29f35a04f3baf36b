// Checks the tie-out of control accounts: the general ledger from the lines of the journal, the differences
// from what its entries recorded, and in a tenant that enforces controls the sub-ledger from the balances.
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { DEPOSITS } from '../../samples/request-bodies.ts';
import { formatAmount, parseMinorUnits } from '../amounts.ts';
import type { AnswerBody } from '../intended-request.ts';
import type { Observations } from '../observations.ts';
import { listAllItems, requireAnswer } from './check.ts';
import type { SoakCheck, SoakState } from './check.ts';

const TIMEOUT_MS = 120_000;
const PAUSE_MS = 100;
/** After every entry. */
const LAST_DAY = '9999-12-31';

const OUTSTANDING = {
  LOANS_RECEIVABLE: 'principal_outstanding',
  INTEREST_RECEIVABLE: 'interest_outstanding',
  FEES_RECEIVABLE: 'fees_outstanding',
} as const;

/** The projections have caught up before. */
export const checkTieOut: SoakCheck = async (state) => {
  const all = await Promise.all(
    state.observations.map((observations) => checkTenantTieOut(state, observations)),
  );
  const count = all.reduce((sum, { rows }) => sum + rows, 0);
  return {
    subject: `${count} rows of the tie-out of control accounts`,
    findings: all.flatMap(({ findings }) => findings),
  };
};

async function checkTenantTieOut(state: SoakState, { tenant, isControlled }: Observations) {
  const { items, projection } = await readCurrentTieOut(state, tenant);
  const journal = await listAllItems(state, tenant, 'listJournalEntries');
  const rows = items.map((row) => toSums(row));
  const expected = deriveSums(journal);
  const found = new Map(rows.map((row) => [row.name, row]));
  const faults = [
    ...(projection.lag_seconds === 0 ? [] : ['the trial balance stays late']),
    ...rows.flatMap((row) => compareRow(row, expected.get(row.name) ?? NO_SUMS)),
    ...[...expected]
      .filter(([name, { entries }]) => entries > 0 && !found.has(name))
      .map(([name]) => `the tie-out has no row of ${name}`),
    ...(isControlled ? compareBalances(found, await sumSubLedger(state, tenant)) : []),
  ];
  return { rows: rows.length, findings: faults.map((fault) => `${tenant}: ${fault}`) };
}

async function readCurrentTieOut(state: SoakState, tenant: string) {
  const deadline = performance.now() + TIMEOUT_MS;
  for (;;) {
    const query = { as_of: LAST_DAY };
    const { body } = await requireAnswer(state, tenant, 'getTieOut', { query });
    const tieOut = body as { items: AnswerBody[]; projection: { lag_seconds?: number } };
    if (tieOut.projection.lag_seconds === 0 || performance.now() > deadline) return tieOut;
    await sleep(PAUSE_MS);
  }
}

interface JournalSums {
  readonly ledger: bigint;
  readonly difference: bigint;
  /** The number of entries that recorded a difference. */
  readonly entries: number;
}

interface TieOutRowSums extends JournalSums {
  /** The account code and the currency. */
  readonly name: string;
  readonly subLedger: bigint;
}

const NO_SUMS: JournalSums = { ledger: 0n, difference: 0n, entries: 0 };

function toSums(row: AnswerBody): TieOutRowSums {
  return {
    name: `${row.code} ${row.currency}`,
    ledger: parseMinorUnits(row.general_ledger_balance),
    subLedger: parseMinorUnits(row.sub_ledger_balance),
    difference: parseMinorUnits(row.difference),
    entries: row.differing_entries,
  };
}

function deriveSums(journal: readonly AnswerBody[]): Map<string, JournalSums> {
  const sums = new Map<string, JournalSums>();
  const add = (
    name: string,
    { ledger = 0n, difference = 0n, entries = 0 }: Partial<JournalSums>,
  ) => {
    const before = sums.get(name) ?? NO_SUMS;
    sums.set(name, {
      ledger: before.ledger + ledger,
      difference: before.difference + difference,
      entries: before.entries + entries,
    });
  };
  for (const { currency = 'XXX', ledger_lines, control_differences = [] } of journal) {
    for (const { account_code, debit_amount = '0.00', credit_amount = '0.00' } of ledger_lines) {
      const ledger = parseMinorUnits(debit_amount) - parseMinorUnits(credit_amount);
      add(`${account_code} ${currency}`, { ledger });
    }
    for (const { account_code, expected, found } of control_differences) {
      const difference = parseMinorUnits(expected) - parseMinorUnits(found);
      add(`${account_code} ${currency}`, { difference, entries: 1 });
    }
  }
  return sums;
}

function compareRow(row: TieOutRowSums, expected: JournalSums): string[] {
  const { name, subLedger, ...actual } = row;
  const isRight = isDeepStrictEqual(actual, expected);
  const isSubtracted = row.ledger - subLedger === row.difference;
  const texts = [actual, expected].map(({ ledger, difference, entries }) =>
    [formatAmount(ledger), formatAmount(difference), entries].join(' '),
  );
  return [
    ...(isRight ? [] : [`the tie-out of ${name} is ${texts.join(' instead of ')}`]),
    ...(isSubtracted ? [] : [`the tie-out of ${name} is not the difference of its balances`]),
  ];
}

/** What the accounts and loans of the tenant hold, by control account and currency; no product names others. */
async function sumSubLedger(state: SoakState, tenant: string): Promise<Map<string, bigint>> {
  const sums = new Map<string, bigint>();
  const add = (name: string, amount: bigint) => sums.set(name, (sums.get(name) ?? 0n) + amount);
  for (const { balance, currency } of await listAllItems(state, tenant, 'listAccounts')) {
    add(`${DEPOSITS} ${currency}`, -parseMinorUnits(balance));
  }
  for (const loan of await listAllItems(state, tenant, 'listLoans')) {
    for (const [code, member] of Object.entries(OUTSTANDING)) {
      add(`${code} ${loan.currency}`, parseMinorUnits(loan[member]));
    }
  }
  return sums;
}

function compareBalances(
  rows: ReadonlyMap<string, TieOutRowSums>,
  subLedger: ReadonlyMap<string, bigint>,
): string[] {
  return [...new Set([...rows.keys(), ...subLedger.keys()])].flatMap((name) => {
    const held = formatAmount(subLedger.get(name) ?? 0n);
    const controlled = formatAmount(rows.get(name)?.subLedger ?? 0n);
    return controlled === held ? [] : [`the sub-ledger of ${name} is ${controlled}, not ${held}`];
  });
}
