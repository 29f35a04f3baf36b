// Accounts found by the start of their names.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { projectReceipts } from '../support/projections/projections.ts';
import { startLedger } from '../support/stack/ledger.ts';
import type { CallAnswer, TestLedger } from '../support/stack/ledger.ts';

const NAMES = ['Ada Lovelace', 'ADA KING', 'Adam  Smith', 'José Ada', '#1 Bank', 'ﬁne', '\u3000'];
/** Small letters that do not come one by one from the capitals. */
const GREEK = ['ΚΩΣΤΑΣ ΑΛΕΞΙΟΥ', 'Κως Α.Ε.', 'κωσ'];
const SHARP = ['Weiß GmbH', 'WEISS & SÖHNE', 'WEIẞ'];
const LONG = 'x'.repeat(40);
/** What an import in the wrong character set leaves of umlauts. */
const GARBLED = ['M\ufffdller', 'M\ufffdnch', 'Mozart'];
/** The last of all characters after a start, and one more. */
const LAST = 'Zed\u{10ffff}!';

let ledger: TestLedger;
const named: Record<string, string> = {};
beforeAll(async () => {
  ledger = await startLedger();
  for (const name of [...NAMES, ...GARBLED, ...GREEK, ...SHARP, `${LONG}a`, `${LONG}b`, LAST]) {
    named[name] = await open(name, 'acme');
  }
  await open('Ada Lovelace', 'globex');
  await projectReceipts(ledger, 'acme');
  await projectReceipts(ledger, 'globex');
});
afterAll(() => ledger.stop());

async function open(name: string, tenant: string): Promise<string> {
  const body = { customer_id: 'cus-1', product_id: 'current', name, currency: 'EUR' };
  return (await ledger.call('createAccount', { tenant, body })).body.id as string;
}

const list = (query: Record<string, string>) => ledger.call('listAccounts', { query });
const idsOf = ({ body }: CallAnswer) => (body as { id: string }[]).map(({ id }) => id);

test.each([
  ['ada', ['ADA KING', 'Ada Lovelace', 'Adam  Smith']],
  ['Ada ', ['ADA KING', 'Ada Lovelace']],
  ['  adá l', ['Ada Lovelace']],
  ['adam smith', ['Adam  Smith']],
  ['jose', ['José Ada']],
  ['JOSÉ', ['José Ada']],
  ['#', ['#1 Bank']],
  ['#1 b', ['#1 Bank']],
  [' 1', []],
  ['fi', ['ﬁne']],
  [LONG, [`${LONG}a`, `${LONG}b`]],
  [`${LONG}b`, [`${LONG}b`]],
  ['κωσ', GREEK],
  ['κως', GREEK],
  ['ΚΩΣ', GREEK],
  ['κως α', ['Κως Α.Ε.']],
  ['κωσ α', ['Κως Α.Ε.']],
  ['κωστας', ['ΚΩΣΤΑΣ ΑΛΕΞΙΟΥ']],
  ...['weiss', 'WEISS', 'weiß', 'WEIẞ'].map((prefix) => [prefix, SHARP] as const),
  ['zed', [LAST]],
  ['lovelace', []],
  ['zoe', []],
])('finds %j', async (prefix, expected) => {
  const answer = await list({ name_prefix: prefix });

  expect(idsOf(answer).toSorted()).toEqual(expected.map((name) => named[name]).toSorted());
  expect(answer.headers['X-Lag-Seconds']).toBe('0');
});

test('pages in the order of names, either way, and with other filters', async () => {
  const query = { name_prefix: 'ada', limit: '2' };
  const first = await list(query);
  const second = await list({ ...query, cursor: first.headers['X-Next-Cursor'] ?? '' });
  const all = [...idsOf(first), ...idsOf(second)];

  expect(all).toEqual(['ADA KING', 'Ada Lovelace', 'Adam  Smith'].map((name) => named[name]));
  expect(second.headers).not.toHaveProperty('Link');
  expect(idsOf(await list({ name_prefix: 'ada', order: 'desc' }))).toEqual(all.toReversed());
  expect(idsOf(await list({ name_prefix: 'ada', customer_id: 'cus-2' }))).toEqual([]);
  expect(idsOf(await list({ name_prefix: 'ada', customer_id: 'cus-1' }))).toEqual(all);
});

test.each(['asc', 'desc'])('pages through names with any characters, %s', async (order) => {
  const found: string[] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined;) {
    const query = { name_prefix: 'm', limit: '1', order };
    const page: CallAnswer = await list({ ...query, ...(cursor !== '' && { cursor }) });
    expect(page.status).toBe(200);
    found.push(...idsOf(page));
    cursor = page.headers['X-Next-Cursor'] as string | undefined;
  }

  expect(found.toSorted()).toEqual(GARBLED.map((name) => named[name]).toSorted());
});

test.each<Record<string, string>>([
  {},
  { external_id: 'core/1' },
  { ids: 'acc_01936f2e-5b1c-7c3a-9d41-6f2f7e1b2a00' },
])('refuses a start without a character, also with %j', async (filters) => {
  const { body } = await list({ name_prefix: '  ', ...filters });

  expect(body).toMatchObject({ statusCode: 400, code: 'invalid_request' });
});
