// The customers of the demo, their accounts and three months of their postings.
import type { Account } from '../../client/client.ts';
import { buildDemoKey, requireAnswer } from './demo-operators.ts';
import type { DemoOperators } from './demo-operators.ts';

const NAMES = [
  'Ada Lovelace',
  'Grace Hopper',
  'Alan Turing',
  'Emmy Noether',
  'Leonhard Euler',
  'Sofia Kovalevskaya',
  'Carl Friedrich Gauss',
  'Hypatia of Alexandria',
  'Niels Abel',
  'Mary Somerville',
  'Lovelace Engines GmbH',
  'Turing Bakery KG',
] as const;

/** The accounts of the demo, in the order of `NAMES`. */
export type DemoAccounts = readonly Account[];

const DAY_MS = 86_400_000;

/** Opens the accounts, all at once; those of an earlier start answer again. */
export function openAccounts({ maker }: DemoOperators): Promise<DemoAccounts> {
  return Promise.all(
    NAMES.map(async (name, index) => {
      const number = String(index + 1).padStart(3, '0');
      const answer = await maker.ledger.POST('/api/accounts', {
        params: { header: buildDemoKey(`account-${number}`) },
        body: {
          name,
          customer_id: `cus-${number}`,
          product_id: index % 4 === 3 ? 'savings-account' : 'current-account',
          currency: 'EUR',
          external_id: `DE-${number}`,
        },
      });
      const account = requireAnswer(answer);
      if ('operation' in account) throw new Error('A control of this tenant asks for an approval.');
      return account;
    }),
  );
}

/** A day before the accounts were opened, so that a later start asks for the same. */
export function countDaysBack([first]: DemoAccounts, days: number): string {
  if (first === undefined) throw new Error('There is no account.');
  return new Date(Date.parse(first.created_at) - days * DAY_MS).toISOString().slice(0, 10);
}

interface Payment {
  readonly key: string;
  readonly description: string;
  readonly amount: string;
  readonly daysBack: number;
  readonly from?: Account;
  readonly to?: Account;
}

const MONTHS_BACK = [88, 58, 28] as const;
const SALARIES = ['2450.00', '3120.50', '2875.25', '1990.00', '4210.75', '2640.40'] as const;
const RENTS = ['780.00', '1150.00', '640.00'] as const;

/** Posts the equity of the institution, and salaries, rents and transfers of three months. */
export async function postMonths(
  operators: DemoOperators,
  accounts: DemoAccounts,
): Promise<readonly string[]> {
  await postInstitution(operators, accounts);
  const ids: string[] = [];
  for (const daysBack of MONTHS_BACK) {
    // Each payment moves other accounts than those beside it.
    for (const payments of listMonth(accounts, daysBack)) {
      const posted = await Promise.all(payments.map((one) => pay(operators, accounts, one)));
      ids.push(...posted);
    }
  }
  return ids;
}

function listMonth(accounts: DemoAccounts, daysBack: number): readonly (readonly Payment[])[] {
  const salaries = accounts.map((to, index) => ({
    key: `salary-${index}-${daysBack}`,
    description: 'Salary',
    amount: SALARIES[index % SALARIES.length] ?? '2000.00',
    daysBack,
    to,
  }));
  const pairs = accounts
    .slice(0, 6)
    .map((from, index) => ({ from, to: accounts[index + 6], index }));
  const rents = pairs.map(({ from, to, index }) => ({
    key: `rent-${index}-${daysBack}`,
    description: 'Rent',
    amount: RENTS[index % RENTS.length] ?? '700.00',
    daysBack: daysBack - 3,
    from,
    ...(to && { to }),
  }));
  const cards = accounts.map((from, index) => ({
    key: `card-${index}-${daysBack}`,
    description: index % 2 === 0 ? 'Groceries' : 'Card payment',
    amount: `${12 + index * 7}.${10 + index}`,
    daysBack: daysBack - 9 - index,
    from,
  }));
  return [salaries, rents, cards];
}

/** The control account of the account's product; the institution's cash where there is no account. */
function findCode(account: Account | undefined): string {
  if (!account) return '1000-CASH';
  return account.product_id === 'savings-account' ? 'SAVINGS_DEPOSITS' : 'CUSTOMER_DEPOSITS';
}

async function pay(
  { maker }: DemoOperators,
  accounts: DemoAccounts,
  { key, description, amount, daysBack, from, to }: Payment,
): Promise<string> {
  const post = (account: Account, direction: 'CREDIT' | 'DEBIT') => ({
    account_id: account.id,
    direction,
    amount,
    currency: 'EUR',
    reference: description,
  });
  const answer = await maker.ledger.POST('/api/journal-entries', {
    params: { header: buildDemoKey(key) },
    body: {
      description,
      effective_date: countDaysBack(accounts, daysBack),
      ledger_lines: [
        { account_code: findCode(from), debit_amount: amount },
        { account_code: findCode(to), credit_amount: amount },
      ],
      account_postings: [
        ...(from ? [post(from, 'DEBIT')] : []),
        ...(to ? [post(to, 'CREDIT')] : []),
      ],
    },
  });
  return requireAnswer(answer).id;
}

async function postInstitution({ maker }: DemoOperators, accounts: DemoAccounts): Promise<void> {
  const post = async (
    [key, description]: readonly [string, string],
    amount: string,
    [debited, credited]: readonly [string, string],
  ) =>
    requireAnswer(
      await maker.ledger.POST('/api/journal-entries', {
        params: { header: buildDemoKey(key) },
        body: {
          description,
          currency: 'EUR',
          effective_date: countDaysBack(accounts, 90),
          ledger_lines: [
            { account_code: debited, debit_amount: amount },
            { account_code: credited, credit_amount: amount },
          ],
        },
      }),
    );
  await post(['capital', 'Paid-in capital'], '5000000.00', ['1000-CASH', '3000-EQUITY']);
  await post(['office', 'Rent of the office'], '12500.00', ['5000-OFFICE', '1000-CASH']);
}
