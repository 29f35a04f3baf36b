// The compiler must refuse these calls: `npm run types` fails if an expected error does not occur.
// The calls also run, to show that only the types refuse them. Bodies with an extra member or a
// missing item are typed first, because openapi-fetch accepts extra members in a literal and any
// list for one with a minimum of two.
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
  'a valid request': () => ledger.POST('/api/accounts', { body: account }),
  'a path with slashes, and an answer that is not JSON': () =>
    workbench.GET('/api/evidence/tile/{tile}', {
      params: { path: { tile: 'entries/000.p/5' } },
      parseAs: 'arrayBuffer',
    }),
  'an unknown member of the body': () => {
    // @ts-expect-error unknown member: nickname
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
  'a value outside its enumeration': () =>
    ledger.POST('/api/accounts/{accountId}/status-transitions', {
      params: { path: { accountId: 'acc_1' } },
      // @ts-expect-error THAW
      body: { transition: 'THAW', reason: 'mistaken' },
    }),
  'no body where its reason is optional': () =>
    ledger.POST('/api/change-requests/{requestId}/approve', {
      params: { path: { requestId: 'chg_1' } },
    }),
  'fewer items than required': () => {
    // @ts-expect-error a single line
    const body: NewJournalEntry = { ledger_lines: [{ account_code: '1', debit_amount: '1.00' }] };
    return ledger.POST('/api/journal-entries', { body });
  },
  'an unknown path': () =>
    // @ts-expect-error account
    ledger.GET('/api/account'),
  'a path of the other API': () =>
    // @ts-expect-error of the ledger
    workbench.GET('/api/accounts'),
  'an unsupported method': () =>
    // @ts-expect-error nothing is deleted
    ledger.DELETE('/api/accounts', {}),
  'a path without its parameter': () =>
    // @ts-expect-error without accountId
    ledger.GET('/api/accounts/{accountId}', {}),
  'an unknown query parameter': () =>
    // @ts-expect-error page
    ledger.GET('/api/accounts', { params: { query: { page: 2 } } }),
};

test.each(Object.entries(calls))('%s is checked by the types', async (_, call) => {
  expect((await call()).response.status).toBe(200);
});

test('an answer has the members of its schema and no others', async () => {
  const { data } = await ledger.POST('/api/accounts', { body: account });
  // @ts-expect-error unknown member of an answer
  expect(data?.nickname).toBeUndefined();
  // @ts-expect-error no data beside an error
  expect(data.id).toBe('acc_1');
});

/** Whether the two types are assignable to each other. */
type IsSame<One, Other> = [One, Other] extends [Other, One] ? true : false;

test('an event has the type of its payload, and the service uses the types of the client', () => {
  const isSame: IsSame<Account, AccountCreated> & IsSame<Account, AccountOfTheService> = true;
  // @ts-expect-error unrelated types
  const isOther: IsSame<Account, LegacyImport> = true;

  expect([isSame, isOther]).toEqual([true, true]);
});
