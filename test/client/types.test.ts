// What the compiler refuses of a caller, held by `npm run types`: an error that is expected and does
// not come fails it. The calls are made too, to show that the types alone are what refuses them.
// Bodies with a member too many or an item too few are given their type first: openapi-fetch accepts
// other members in a literal, and takes a list of at least two for any list.
import { expect, test } from '@jest/globals';
import { ledgerClient, workbenchClient } from '../../client/client.ts';
import type {
  Account,
  AccountCreated,
  CreateAccountRequest,
  LegacyImport,
  NewJournalEntry,
} from '../../client/client.ts';
import type { Account as AccountOfTheService } from '../../schemas/generated/types.ts';

const options = {
  baseUrl: 'http://ledger.test',
  token: () => 'token',
  fetch: () => Promise.resolve(Response.json({ id: 'acc_1', items: [] })),
};
const ledger = ledgerClient(options);
const workbench = workbenchClient(options);

type NewAccount = CreateAccountRequest['body'];

const account: NewAccount = {
  customer_id: 'cus-1',
  product_id: 'current',
  name: 'Ada',
  currency: 'EUR',
};

const calls: Record<string, () => Promise<{ response: Response }>> = {
  'a request that is right': () => ledger.POST('/api/accounts', { body: account }),
  'a member that the body does not have': () => {
    // @ts-expect-error nickname
    const body: NewAccount = { ...account, nickname: 'A' };
    return ledger.POST('/api/accounts', { body });
  },
  'a member of another type': () =>
    // @ts-expect-error a number
    ledger.POST('/api/accounts', { body: { ...account, name: 1 } }),
  'a required member left out': () =>
    // @ts-expect-error without product_id and more
    ledger.POST('/api/accounts', { body: { currency: 'EUR' } }),
  'no body where one is required': () =>
    // @ts-expect-error without a body
    ledger.POST('/api/accounts', {}),
  'a value outside of its enumeration': () =>
    ledger.POST('/api/accounts/{accountId}/status-transitions', {
      params: { path: { accountId: 'acc_1' } },
      // @ts-expect-error THAW
      body: { transition: 'THAW', reason: 'mistaken' },
    }),
  'fewer items than the least': () => {
    // @ts-expect-error a single line
    const body: NewJournalEntry = { ledger_lines: [{ account_code: '1', debit_amount: '1.00' }] };
    return ledger.POST('/api/journal-entries', { body });
  },
  'a path that the API does not have': () =>
    // @ts-expect-error account
    ledger.GET('/api/account'),
  'a path of the other API': () =>
    // @ts-expect-error of the ledger
    workbench.GET('/api/accounts'),
  'a method that the path does not have': () =>
    // @ts-expect-error nothing is deleted
    ledger.DELETE('/api/accounts', {}),
  'a path without its parameter': () =>
    // @ts-expect-error without accountId
    ledger.GET('/api/accounts/{accountId}', {}),
  'a query parameter that the path does not have': () =>
    // @ts-expect-error page
    ledger.GET('/api/accounts', { params: { query: { page: 2 } } }),
};

test.each(Object.entries(calls))('%s is a matter of types', async (_, call) => {
  expect((await call()).response.status).toBe(200);
});

test('an answer has the members of its schema and no others', async () => {
  const { data } = await ledger.POST('/api/accounts', { body: account });
  // @ts-expect-error an answer has no such member
  expect(data?.nickname).toBeUndefined();
  // @ts-expect-error there is no answer where there was an error
  expect(data.id).toBe('acc_1');
});

/** Whether each can stand in the place of the other. */
type IsSame<One, Other> = [One, Other] extends [Other, One] ? true : false;

test('an event has the type of the record that it carries, and the service that of the client', () => {
  const isSame: IsSame<Account, AccountCreated> & IsSame<Account, AccountOfTheService> = true;
  // @ts-expect-error they have little in common
  const isOther: IsSame<Account, LegacyImport> = true;

  expect([isSame, isOther]).toEqual([true, true]);
});
