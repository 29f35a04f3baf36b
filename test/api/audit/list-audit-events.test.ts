// The audit trail of a tenant: the receipts of its changes, and the records of administration.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createOperatorInterface } from '../../../functions/identity/administration/clients.ts';
import * as services from '../../../functions/identity/administration/service-clients.ts';
import { createTenant } from '../../../functions/identity/administration/tenants.ts';
import { openIdentityTable } from '../../../functions/identity/storage/identity-table.ts';
import { endOwnSignIns } from '../../../functions/identity/storage/own-credentials.ts';
import { approveTransition, submitTransition } from '../../support/fixtures/lifecycle.ts';
import { projectReceipts } from '../../support/projections/projections.ts';
import type { StoreFault } from '../../support/stack/fault-proxy.ts';
import { credit, openAccount, startWatchedLedger } from '../../support/stack/ledger.ts';
import type { CallOptions, WatchedLedger } from '../../support/stack/ledger.ts';

interface ListedEvent {
  readonly id: string;
  readonly source: 'LEDGER' | 'ADMINISTRATION';
  readonly at: string;
  readonly actor: string;
  readonly operation: string;
  readonly subjects: readonly string[];
  readonly outcome: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

let ledger: WatchedLedger;
let account: string;
let entry: string;
const KEY = 'a-key-of-the-caller-0001';

beforeAll(async () => {
  ledger = await startWatchedLedger();
  const administration = { table: openIdentityTable(ledger.identityTable), actor: 'local:root' };
  await createTenant(administration, { tenantId: 'acme', name: 'Acme Bank' });
  await createTenant(administration, { tenantId: 'other', name: 'Other Bank' });
  await services.createService(administration, {
    clientId: 'worker',
    name: 'Worker',
    scopes: ['internal.worker'],
    tenantId: 'acme',
  });
  await createOperatorInterface(administration, {
    clientId: 'console',
    name: 'Console',
    scopes: ['finance.read'],
    redirectUris: ['https://console.example/callback'],
    postLogoutRedirectUris: [],
  });
  account = await openAccount(ledger, { subject: 'op_maker' });
  const body = credit(account, '5.00');
  const posted = await ledger.call('postJournalEntry', { subject: 'op_clerk', key: KEY, body });
  entry = posted.body.id;
  await openAccount(ledger, { tenant: 'other', subject: 'op_maker' });
  await catchUp();
});
afterAll(() => ledger.stop());

async function catchUp(): Promise<void> {
  await projectReceipts(ledger, 'acme');
  await projectReceipts(ledger, 'other');
}

const call = (query: Record<string, string> = {}, options: CallOptions = {}) =>
  ledger.call('listAuditEvents', { permissions: ['audit.read'], query, ...options });

async function list(query: Record<string, string> = {}): Promise<ListedEvent[]> {
  const { status, body } = await call(query);
  expect(status).toBe(200);
  return body.items;
}

async function watchList(query: Record<string, string> = {}) {
  const before = ledger.proxy.requests.length;
  await list(query);
  return ledger.proxy.requests.slice(before);
}

/** Every event of the list, page by page. */
async function listAll(query: Record<string, string>): Promise<ListedEvent[]> {
  const events: ListedEvent[] = [];
  for (let cursor: string | undefined; ;) {
    const { body } = await call({ ...query, ...(cursor !== undefined && { cursor }) });
    events.push(...body.items);
    cursor = body.next_cursor;
    if (cursor === undefined) return events;
  }
}

const operationsOf = (events: readonly ListedEvent[]) => events.map(({ operation }) => operation);

test('says who changed what and when, newest first, with administration among it', async () => {
  const events = await list();

  expect(operationsOf(events)).toEqual([
    'postJournalEntry',
    'createAccount',
    'client.created',
    'client.created',
    'tenant.created',
  ]);
  expect(events[0]).toEqual({
    id: expect.stringMatching(/^rcp_[0-9a-f]{32}$/),
    source: 'LEDGER',
    at: expect.stringMatching(/^\d{4}-.*Z$/),
    actor: 'op_clerk',
    operation: 'postJournalEntry',
    subjects: expect.arrayContaining([entry, account]),
    outcome: 'COMMITTED',
    correlation_id: expect.any(String),
    event_types: ['journal_entry.posted'],
  });
  expect(events[3]).toMatchObject({
    source: 'ADMINISTRATION',
    actor: 'local:root',
    subjects: ['worker'],
    details: { kind: 'service', scopes: ['internal.worker'] },
  });
});

test('shows neither Idempotency-Keys nor secrets', async () => {
  const { text } = await call();

  expect(text).not.toContain(KEY);
  expect(text).not.toMatch(/hash|secrets"/);
});

test.each([
  ['actor', () => ({ actor: 'op_maker' }), ['createAccount']],
  [
    'an administrator',
    () => ({ actor: 'local:root' }),
    ['client.created', 'client.created', 'tenant.created'],
  ],
  ['operation', () => ({ operation: 'createAccount' }), ['createAccount']],
  ['an administrative operation', () => ({ operation: 'tenant.created' }), ['tenant.created']],
  ['a journal entry', () => ({ subject: entry }), ['postJournalEntry']],
  ['an account', () => ({ subject: account }), ['postJournalEntry', 'createAccount']],
  ['a client', () => ({ subject: 'console' }), ['client.created']],
  ['several', () => ({ subject: account, actor: 'op_maker' }), ['createAccount']],
  ['actor and operation', () => ({ actor: 'op_clerk', operation: 'createAccount' }), []],
  ['one who did nothing', () => ({ actor: 'op_absent' }), []],
] as [string, () => Record<string, string>, string[]][])(
  'filters by %s',
  async (_, query, expected) => {
    expect(operationsOf(await list(query()))).toEqual(expected);
  },
);

test('includes both ends of a period', async () => {
  const [posted, opened] = await list();
  const [from = '', to = ''] = [opened?.at, posted?.at];

  expect(operationsOf(await list({ from, to }))).toEqual(['postJournalEntry', 'createAccount']);
  const before = new Date(Date.parse(from) - 1).toISOString();
  expect(operationsOf(await list({ to: before }))).not.toContain('createAccount');
  expect((await call({ from: to, to: before })).body).toMatchObject({ code: 'invalid_period' });
});

test('pages through all of it, stable while more is written', async () => {
  const before = await list();
  const { body: first } = await call({ limit: '2' });
  await openAccount(ledger, { subject: 'op_clerk' });
  await catchUp();
  const { body: second } = await call({ limit: '2', cursor: first.next_cursor });

  expect([...first.items, ...second.items]).toEqual(before.slice(0, 4));
  expect((await listAll({ limit: '1' })).slice(1)).toEqual(before);
});

test('an event is there once, however often its receipt is delivered', async () => {
  const before = await listAll({ limit: '100' });
  await catchUp();
  expect(await listAll({ limit: '100' })).toEqual(before);
});

test('says how far it has come', async () => {
  expect((await call()).body.lag_seconds).toBe(0);
  await ledger.call('postJournalEntry', { body: credit(account, '1.00') });
  const late = await call({ subject: account });
  await catchUp();

  expect(late.body.lag_seconds).toBeGreaterThan(0);
  expect((await call()).body.lag_seconds).toBe(0);
});

/** How long the answer of the page may take to come first, if nothing keeps it. */
const HEAD_START_MS = 100;

test('never says that a page is complete to which an event is added meanwhile', async () => {
  let page: Awaited<ReturnType<typeof call>>;
  // On a busy machine the client may ask for the status again, before the event is added: then the page shows a lag.
  do {
    await call();
    const { body } = await ledger.call('postJournalEntry', { body: credit(account, '1.00') });
    const addition = Promise.withResolvers<void>();
    ledger.proxy.fail(async (operation, _, tenant): Promise<StoreFault> => {
      // The status of the read models, which shows what they have applied.
      if (operation !== 'GetItem' || tenant !== 'acme') return 'none';
      ledger.proxy.heal();
      await sleep(HEAD_START_MS);
      addition.resolve(catchUp());
      return addition.promise.then(() => 'none');
    });
    page = await call({ subject: body.id });
    await addition.promise;
  } while (page.body.lag_seconds > 0);

  expect(page.body.lag_seconds).toBe(0);
  expect(operationsOf(page.body.items)).toEqual(['postJournalEntry']);
});

// The engine of the tests has no stale reads.
test('asks for no stale read', async () => {
  const inputs = (await watchList()).map(({ input }) => input);
  expect(inputs.length).toBeGreaterThan(0);
  expect(inputs.filter((input) => input['ConsistentRead'] !== true)).toEqual([]);
});

test('reads the lag of no other read model', async () => {
  const inputs = (await watchList()).map(({ input }) => JSON.stringify(input));
  expect(inputs.length).toBeGreaterThan(0);
  expect(inputs.filter((input) => input.includes('PRJ#general_ledger'))).toEqual([]);
});

test('shows an approval whose request failed as FAILED', async () => {
  const frozen = await openAccount(ledger);
  const first = await submitTransition(ledger, frozen);
  const second = await submitTransition(ledger, frozen);
  await approveTransition(ledger, first);
  await approveTransition(ledger, second);
  await catchUp();

  const decisions = await list({ operation: 'approveAccountLifecycleRequest' });
  expect(decisions.map(({ actor, outcome }) => [actor, outcome])).toEqual([
    ['grace', 'FAILED'],
    ['grace', 'COMMITTED'],
  ]);
  expect(decisions[0]?.subjects).toEqual(expect.arrayContaining([second, frozen]));
});

test('belongs to its tenant, with what operators change of their own credentials', async () => {
  const maker = { operatorId: 'op_maker', tenantId: 'other' };
  await endOwnSignIns(openIdentityTable(ledger.identityTable), maker, 1);

  const { body } = await call({}, { tenant: 'other' });
  const [own, ...others] = body.items;
  expect(own).toMatchObject({ operation: 'operator.signed_out_everywhere', actor: 'op_maker' });
  expect(operationsOf(others)).toEqual(['createAccount', 'client.created', 'tenant.created']);
});

test.each(['finance.read', 'compliance.operate', 'finance.approve'])(
  '%s does not suffice',
  async (permission) => {
    const { body } = await call({}, { permissions: [permission] });

    expect(body).toMatchObject({ statusCode: 403, code: 'permission_denied' });
  },
);

const MANY = 300;

// Of a list that had to be filtered it would read all the other events.
test('reads of many events only what a filter matches', async () => {
  for (let count = 0; count < MANY / 25; count += 1) {
    const entries = Array.from({ length: 25 }, () => credit(account, '0.01'));
    await ledger.call('postJournalEntries', { subject: 'op_busy', body: { entries } });
  }
  const own = await openAccount(ledger, { subject: 'op_rare', product: `p-${randomUUID()}` });
  await catchUp();
  const cost = async (query: Record<string, string>) => {
    const seen = await watchList({ ...query, limit: '1' });
    const units = seen.reduce((sum, { readUnits }) => sum + readUnits, 0);
    return { requests: seen.length, units };
  };
  const idle = await cost({ actor: 'op_absent' });

  const filters = { actor: 'op_rare', subject: own, operation: 'createAccount' };
  for (const [name, value] of Object.entries(filters)) {
    const { requests, units } = await cost({ [name]: value });
    expect(requests).toBeLessThanOrEqual(idle.requests + 1);
    expect(units).toBeLessThanOrEqual(idle.units + 2);
  }
});

test('shows what administrators grant to services, withdraw and change of their keys', async () => {
  const administration = { table: openIdentityTable(ledger.identityTable), actor: 'local:root' };
  const service = { clientId: 'poster', name: 'Poster', scopes: [], tenantId: 'other' };
  await services.createService(administration, service);
  await services.grantServicePermissions(administration, 'poster', ['finance.write']);
  await services.revokeServicePermissions(administration, 'poster', ['finance.write']);
  const key = { kty: 'EC', crv: 'P-256', x: 'x', y: 'y', kid: 'first' };
  await services.addServiceKey(administration, 'poster', key);
  await services.removeServiceKey(administration, 'poster', 'first');

  const { body } = await call({ subject: 'poster' }, { tenant: 'other' });

  const acts = ['key_removed', 'key_added', 'revoked', 'granted', 'created'];
  expect(operationsOf(body.items)).toEqual(acts.map((act) => `client.${act}`));
});
