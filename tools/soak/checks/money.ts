// Checks that money is conserved: each balance is the sum of the acknowledged postings, and the statement lists
// exactly these.
import { formatAmount, parseMinorUnits } from '../amounts.ts';
import { deriveExpectedRecords } from '../expected-records.ts';
import type { AnswerBody } from '../intended-request.ts';
import type { Observations } from '../observations.ts';
import { requireAnswer, compareIds, checkInParallel, listAllItems } from './check.ts';
import type { SoakCheck, SoakState } from './check.ts';

interface ExpectedBalance {
  readonly account: string;
  /** The sum of the acknowledged entries. */
  readonly expected: bigint;
  /** The keys of its postings: journal entry and position. */
  readonly postings: readonly string[];
}

export const checkMoney: SoakCheck = async (state) => {
  const all = await Promise.all(
    state.observations.map(async (observations) => {
      const balances = listExpectedBalances(observations);
      const findings = await checkInParallel(balances, (balance) =>
        findAccountFaults(state, observations.tenant, balance),
      );
      return { balances, findings: findings.flat() };
    }),
  );
  const accounts = all.flatMap(({ balances }) => balances);
  const sum = accounts.reduce((total, { expected }) => total + expected, 0n);
  return {
    subject: `${accounts.length} accounts hold ${formatAmount(sum)}`,
    findings: all.flatMap(({ findings }) => findings),
  };
};

function listExpectedBalances(observations: Observations): ExpectedBalance[] {
  const { accounts, entries } = deriveExpectedRecords(observations);
  const sums = new Map([...accounts].map((id) => [id, 0n]));
  const postings = new Map([...accounts].map((id): [string, string[]] => [id, []]));
  for (const [entry, movements] of entries) {
    for (const [index, { account, amount }] of movements.entries()) {
      sums.set(account, (sums.get(account) ?? 0n) + amount);
      postings.get(account)?.push(`${entry}#${index + 1}`);
    }
  }
  return [...sums].map(([account, expected]) => {
    return { account, expected, postings: postings.get(account) ?? [] };
  });
}

async function findAccountFaults(
  state: SoakState,
  tenant: string,
  { account, expected, postings }: ExpectedBalance,
): Promise<string[]> {
  const path = { accountId: account };
  const { body } = await requireAnswer(state, tenant, 'getAccountBalance', { path });
  const statement = await listAllItems(state, tenant, 'getAccountStatement', { path });
  const name = `${tenant}: ${account}`;
  const keys = statement.map(({ posting_key }) => posting_key);
  const isRight = body.balance === formatAmount(expected);
  return [
    ...(isRight ? [] : [`${name} holds ${body.balance} instead of ${formatAmount(expected)}`]),
    ...compareIds(`${name}, posting`, new Set(postings), keys),
    ...findStatementFaults(name, statement),
    ...(await findPastFaults(state, tenant, { account, statement })),
  ];
}

// The entries up to the middle one, whose time others may have too.
async function findPastFaults(
  state: SoakState,
  tenant: string,
  { account, statement }: { account: string; statement: readonly AnswerBody[] },
): Promise<string[]> {
  const as_of = statement[Math.floor(statement.length / 2)]?.posted_at as string | undefined;
  if (as_of === undefined) return [];
  const path = { accountId: account };
  const { body } = await requireAnswer(state, tenant, 'getAccountBalance', {
    path,
    query: { as_of },
  });
  const { body: page } = await requireAnswer(state, tenant, 'getAccountStatement', {
    path,
    query: { to: as_of, limit: '1' },
  });
  const expected = statement.findLast(({ posted_at }) => posted_at <= as_of)?.balance_after;
  return [body.balance, page.closing_balance]
    .filter((balance) => balance !== expected)
    .map((balance) => `${tenant}: ${account} held ${balance} at ${as_of} instead of ${expected}`);
}

function findStatementFaults(name: string, statement: readonly AnswerBody[]): string[] {
  let balance = 0n;
  let time = '';
  return statement.flatMap(({ posting_key, direction, amount, balance_after, posted_at }) => {
    balance += direction === 'CREDIT' ? parseMinorUnits(amount) : -parseMinorUnits(amount);
    const isRight = balance_after === formatAmount(balance) && posted_at >= time;
    time = posted_at;
    return isRight ? [] : [`${name}, posting ${posting_key}: ${balance_after} at ${posted_at}`];
  });
}
