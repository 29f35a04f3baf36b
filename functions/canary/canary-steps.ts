// What the canary does in its tenant: one unit of money goes to and fro between two accounts, so that no balance
// grows. Each step that fails is named.
import { buildCalls, requestToken } from './canary-calls.ts';
import type { CanaryAddresses, CanaryCalls } from './canary-calls.ts';
import type { CanaryCredentials } from './canary-credentials.ts';

export type CanaryStep =
  | 'sign-in'
  | 'open-accounts'
  | 'read-balances'
  | 'post'
  | 'repeat'
  | 'compare-balances'
  | 'compare-entry';

/** A step of the canary failed. */
export class CanaryFailure extends Error {
  readonly step: CanaryStep;

  constructor(step: CanaryStep, cause: unknown) {
    super(`${step}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.step = step;
  }
}

/** The ledger answered, with something else than what was recorded. */
export class CanaryDifference extends Error {}

export interface CanaryRun {
  readonly addresses: CanaryAddresses;
  readonly readCredentials: () => Promise<CanaryCredentials>;
  /** Names the run: a repeated run with this name posts nothing new. */
  readonly name: string;
  /** Whose two accounts, so that the schedule and a person use the tenant at the same time. */
  readonly user?: 'canary' | 'smoke';
}

const UNIT = '1.00';
const NOTHING = '0.00';
const CURRENCY = 'EUR';

type Balances = readonly [string, string];

/** Runs all steps. Throws a `CanaryFailure` that names the one that failed. */
export async function runCanary({
  addresses,
  readCredentials,
  name,
  user = 'canary',
}: CanaryRun): Promise<void> {
  const token = await runStep('sign-in', async () =>
    requestToken(addresses, await readCredentials()),
  );
  const calls = buildCalls(addresses, token);
  const accounts = await runStep('open-accounts', () => openAccounts(calls, user));
  const { key, body, balances } = await runStep('read-balances', async () =>
    planPosting(user, accounts, await readBalances(calls, accounts)),
  );
  const post = () =>
    calls.post<Record<string, unknown>>('/api/journal-entries', key ?? `${user}-${name}`, body);
  const posted = await runStep('post', post);
  await runStep('repeat', async () => requireSame('the repeated posting', await post(), posted));
  await runStep('compare-balances', async () =>
    requireSame('the balances', await readBalances(calls, accounts), balances),
  );
  await runStep('compare-entry', async () => {
    const entry = await calls.get(`/api/journal-entries/${String(posted.id)}`);
    requireSame('the journal entry', entry, posted);
  });
}

async function runStep<Result>(name: CanaryStep, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    throw new CanaryFailure(name, error);
  }
}

// A key stays bound to what it created, so the same request opens an account once and finds it ever after.
function openAccounts(calls: CanaryCalls, user: string): Promise<Balances> {
  const open = async (number: number) => {
    const { id } = await calls.post<{ id: string }>(
      '/api/accounts',
      `${user}-account-000${number}`,
      {
        customer_id: user,
        product_id: 'current-account',
        name: `${user === 'canary' ? 'Canary' : 'Smoke test'} ${number}`,
        currency: CURRENCY,
      },
    );
    return id;
  };
  return Promise.all([open(1), open(2)]);
}

function readBalances(calls: CanaryCalls, accounts: Balances): Promise<Balances> {
  const read = async (id: string) =>
    (await calls.get<{ balance: string }>(`/api/accounts/${id}/balance`)).balance;
  return Promise.all([read(accounts[0]), read(accounts[1])]);
}

interface PlannedPosting {
  /** Of the posting that is made once for all runs, also for two that start at the same time. */
  readonly key?: string;
  readonly body: object;
  /** After the posting. */
  readonly balances: Balances;
}

// The first posting pays the unit in; each later one moves it to the other account.
function planPosting(
  user: string,
  [first, second]: Balances,
  [one, other]: Balances,
): PlannedPosting {
  const held = `${one} ${other}`;
  if (held === `${NOTHING} ${NOTHING}`) {
    return {
      key: `${user}-first-unit-0001`,
      body: buildPosting('1000-CASH', [[first, 'CREDIT']]),
      balances: [UNIT, NOTHING],
    };
  }
  if (held !== `${UNIT} ${NOTHING}` && held !== `${NOTHING} ${UNIT}`) {
    throw new CanaryDifference(`the balances are ${one} and ${other}, not ${UNIT} in all`);
  }
  const isFirst = one === UNIT;
  const [from, to] = isFirst ? [first, second] : [second, first];
  return {
    body: buildPosting('CUSTOMER_DEPOSITS', [
      [from, 'DEBIT'],
      [to, 'CREDIT'],
    ]),
    balances: isFirst ? [NOTHING, UNIT] : [UNIT, NOTHING],
  };
}

function buildPosting(debited: string, postings: readonly [string, string][]): object {
  return {
    description: 'Canary',
    ledger_lines: [
      { account_code: debited, debit_amount: UNIT },
      { account_code: 'CUSTOMER_DEPOSITS', credit_amount: UNIT },
    ],
    account_postings: postings.map(([account_id, direction]) => ({
      account_id,
      direction,
      amount: UNIT,
      currency: CURRENCY,
    })),
  };
}

function requireSame(what: string, found: unknown, expected: unknown): void {
  if (toSortedJson(found) === toSortedJson(expected)) return;
  throw new CanaryDifference(
    `${what}: ${toSortedJson(found)} was read, and ${toSortedJson(expected)} was recorded`,
  );
}

function toSortedJson(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) => {
    const isObject = typeof member === 'object' && member !== null && !Array.isArray(member);
    return isObject ? Object.fromEntries(Object.entries(member).toSorted()) : member;
  });
}
