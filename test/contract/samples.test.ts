// Every operation answers a valid request over HTTP as the contract says, repeats the first answer,
// and returns nothing to another tenant. Every list pages and filters within its own tenant. A new
// operation is covered by its sample. The reference consists of these answers: REFERENCE=write
// writes it. Every grant of every role is needed, too: these tests call every function, as those do, and
// starting all functions takes longer than calling them.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { recordSchedule } from '../../commands/administration/schedule-records.ts';
import { operations } from '../../functions/operations/operations.ts';
import type { OperationName } from '../../functions/operations/operations.ts';
import { buildExampleKey } from '../../tools/contract/pages/reference-pages.ts';
import type { ReferenceExchange } from '../../tools/contract/pages/reference-pages.ts';
import { samples } from '../../tools/samples/samples.ts';
import { buildOtherRequest } from '../support/contract/other-request.ts';
import { expectEventSchemas } from '../support/contract/expect-event-schemas.ts';
import { SCHEDULE } from '../support/fixtures/batches/export-schedules.ts';
import { fillList, fillers } from '../support/fixtures/filled-lists.ts';
import type { FilledList } from '../support/fixtures/filled-lists.ts';
import { findFilterValues, findIds, readItems, readNextCursor } from '../support/fixtures/lists.ts';
import { listParameters } from '../support/contract/published-schemas.ts';
import type { ContractParameter } from '../support/contract/published-schemas.ts';
import { expectReference } from '../support/contract/reference-pages.ts';
import { buildSampledTenant } from '../support/fixtures/sampled-tenant.ts';
import type { SampledTenant } from '../support/fixtures/sampled-tenant.ts';
import {
  findIneffectiveGrants,
  findStaleExceptions,
  findUnneededGrants,
  selectGrants,
} from '../support/scenarios/grants.ts';
import { startSignedInStack } from '../support/stack/signed-in-stack.ts';
import type { SignedInStack } from '../support/stack/signed-in-stack.ts';

let stack: SignedInStack;
let rival: SampledTenant;
beforeAll(async () => {
  stack = await startSignedInStack();
  rival = buildSampledTenant(stack, 'rival');
  for (const name of ['listExportSchedules', 'runExportSchedule'] as const) {
    await recordSchedule(stack.administration, readTenantName(name), SCHEDULE);
  }
});
afterAll(() => stack.stop());

// Must be the first test: a grant that only the calls of another test need has no scenario.
test('every grant is needed', async () => {
  expect(await findUnneededGrants(stack)).toEqual([]);
  expect(stack.denials).toEqual([]);
}, 3_600_000);

const all = (Object.keys(operations) as OperationName[]).map((name): [OperationName] => [name]);
const mutations = all.filter(([name]) => operations[name].idempotent);
const reads = all.filter(([name]) => !operations[name].idempotent);

const exchanges = new Map<OperationName, ReferenceExchange>();
// Each sample uses its own tenant: some things can be created only once, and the reference must not
// depend on other calls.
const tenants = new Map<OperationName, SampledTenant>();

function readTenantName(name: OperationName): string {
  return `tenantof${name.toLowerCase()}`;
}

function ownTenant(name: OperationName): SampledTenant {
  const tenant = tenants.get(name) ?? buildSampledTenant(stack, readTenantName(name));
  tenants.set(name, tenant);
  return tenant;
}

// The rules of the template do not run here, so the samples of the evidence would wait for ever.
async function sealMeanwhile<Result>(name: OperationName, work: Promise<Result>): Promise<Result> {
  if (operations[name].area !== 'evidence') return work;
  const end = new AbortController();
  work.then(
    () => end.abort(),
    () => end.abort(),
  );
  const { functions } = stack.local;
  const tenant = readTenantName(name);
  while (!end.signal.aborted) {
    await sleep(100);
    await functions.invoke('test-seal-receipts', { tenant });
  }
  return work;
}

test.each(reads)('%s answers a valid request', async (name) => {
  const tenant = ownTenant(name);
  const request = await sealMeanwhile(name, Promise.resolve(samples[name](tenant.context)));

  const answer = await tenant.send(name, request);

  expect({ status: answer.status, body: answer.body }).toMatchObject({
    status: operations[name].success,
  });
  exchanges.set(name, { request, answer });
});

test.each(mutations)('%s executes once under one key', async (name) => {
  const tenant = ownTenant(name);
  const request = await samples[name](tenant.context);
  const key = buildExampleKey(name);

  const first = await tenant.send(name, request, key);
  const again = await tenant.send(name, request, key);
  const otherwise = buildOtherRequest(name, request);
  const changed = otherwise && (await tenant.send(name, otherwise, key));
  const other = name === 'createAccount' ? 'createSchema' : 'createAccount';
  const misused = await tenant.send(other, await samples[other](tenant.context), key);

  expect({ status: first.status, body: first.body }).toMatchObject({
    status: operations[name].success,
  });
  expect(first.headers.has('idempotency-replayed')).toBe(false);
  expect(again.status).toBe(first.status);
  expect(again.text).toBe(first.text);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(again.headers.get('location')).toBe(first.headers.get('location'));
  for (const answer of [changed ?? misused, misused]) {
    expect(answer.body).toMatchObject({ statusCode: 409, code: 'idempotency_key_reused' });
  }
  exchanges.set(name, { request, answer: first });
});

test('the reference shows the request and the answer', () => {
  expectReference(exchanges);
});

test.each(all)('%s returns nothing to another tenant', async (name) => {
  const request = await samples[name](ownTenant(name).context);
  const named = findIds(request);
  const own = [...named, ...findIds(exchanges.get(name)?.answer.text ?? '')];

  const answer = await rival.send(name, request);

  // A list that is only filtered by an id of another tenant is empty.
  const isFiltered = findIds(request.query ?? {}).length > 0;
  if (named.length > 0 && !isFiltered && operations[name].list !== 'array') {
    expect(answer.status).toBe(404);
  }
  const shown = answer.status < 300 ? findIds(answer.body ?? answer.text) : [];
  expect(shown.filter((id) => own.includes(id))).toEqual([]);
});

// A workflow has one version and never another.
const lists = (Object.keys(operations) as OperationName[]).filter(
  (name) => operations[name].list !== undefined && name !== 'listWorkflowVersions',
);

const known = new Map<OperationName, Promise<FilledList>>();

/** The same each time. */
function filled(name: OperationName): Promise<FilledList> {
  const one = known.get(name) ?? fillList(name, ownTenant(name));
  known.set(name, one);
  return one;
}

test('covers every list', () => {
  expect(Object.keys(fillers).toSorted()).toEqual(lists.toSorted());
});

test.each(lists)('%s continues where a page ended, for its own tenant only', async (name) => {
  const { tenant, request, first, cursor } = await filled(name);
  const query = { limit: '1', cursor };

  const second = await tenant.send(name, { ...request, query });
  const foreign = await rival.send(name, { ...request, query });

  expect(readItems(first)).toHaveLength(1);
  expect(readItems(second)).toHaveLength(1);
  expect(readItems(second)).not.toEqual(readItems(first));
  expect(foreign.body).toMatchObject({ statusCode: 400, code: 'invalid_cursor' });
});

// The requests of all kinds are listed with the newest first, unless the query says otherwise.
const ordered = lists
  .filter((name) => listParameters(name, 'query').some((parameter) => parameter.name === 'order'))
  .map((name): [OperationName, string, string] =>
    name === 'listRequests' ? [name, 'desc', 'asc'] : [name, 'asc', 'desc'],
  );

test('lists by time are ordered either way', () => {
  expect(ordered.length).toBeGreaterThanOrEqual(13);
});

test.each(ordered)(
  '%s lists the same the other way round, page by page',
  async (name, usual, order) => {
    const { tenant, request } = await filled(name);
    const send = (query: Record<string, string>) => tenant.send(name, { ...request, query });
    const forward = readItems(await send({ order: usual }));
    const backward: Record<string, unknown>[] = [];
    let cursor: string | undefined;
    do {
      const query = { order, limit: '1', ...(cursor !== undefined && { cursor }) };
      const page = await send(query);
      backward.push(...readItems(page));
      cursor = readNextCursor(page);
    } while (cursor !== undefined);

    expect(forward.length).toBeGreaterThan(1);
    expect(readItems(await send({}))).toEqual(forward);
    expect(backward).toEqual(forward.toReversed());
  },
);

test.each(ordered)('%s refuses a cursor of the other order', async (name, _, order) => {
  const { tenant, request, cursor } = await filled(name);
  const query = { order, limit: '1', cursor };

  const refused = await tenant.send(name, { ...request, query });

  expect(refused.body).toMatchObject({ statusCode: 400, code: 'invalid_cursor' });
});

const filters = lists.flatMap((name) =>
  listParameters(name, 'query')
    .filter((parameter) => !['cursor', 'limit', 'order'].includes(parameter.name))
    .map((parameter): [OperationName, string, ContractParameter] => [
      name,
      parameter.name,
      parameter,
    ]),
);

/** The lists whose rows are sums, or persons and services: none has the identifier of a record. */
const WITHOUT_IDS = new Set<OperationName>(['getTrialBalance', 'getTieOut', 'listOperators']);

/** A value that fits the item, and one that does not. */
function buildFilterValues(fitting: unknown, schema: ContractParameter['schema']) {
  return [fitting, schema.enum?.find((value) => value !== fitting) ?? 'x_unknown'];
}

test.each(filters)(
  '%s by %s returns the matches of its own tenant only',
  async (name, filter, { schema }) => {
    const { tenant, request } = await filled(name);
    const items = readItems(await tenant.send(name, request));
    const item = items.find((one) => findFilterValues(one, filter).length > 0);
    const listed = async (who: SampledTenant, value: unknown) =>
      readItems(await who.send(name, { ...request, query: { [filter]: String(value) } }));
    const bound = ['from', 'to', 'as_of'].includes(filter);
    const day = (year: number) => `${year}-01-01${schema.format === 'date' ? '' : 'T00:00:00Z'}`;
    const [fitting, other] = bound
      ? [day(filter === 'from' ? 2000 : 2999), day(filter === 'from' ? 2999 : 2000)]
      : buildFilterValues(findFilterValues(item, filter)[0], schema);

    const found = await listed(tenant, fitting);

    expect(found.length).toBeGreaterThan(0);
    if (!bound) {
      for (const one of found) expect(findFilterValues(one, filter)).toContain(fitting);
    }
    expect(await listed(tenant, other)).toEqual([]);
    if (!WITHOUT_IDS.has(name)) expect(findIds(found).length).toBeGreaterThan(0);
    const foreign = await rival.send(name, { ...request, query: { [filter]: String(fitting) } });
    const shown = foreign.status < 300 ? findIds(foreign.body) : [];
    const shared = shown.filter((id) => findIds(found).includes(id));
    // The records of administration that concern the deployment are shown to every tenant.
    expect(shared.filter((id) => !id.startsWith('adm_'))).toEqual([]);
  },
);

// It checks the events of all tests before it.
test('every emitted event conforms to its schema', async () => {
  const types = await expectEventSchemas(stack);

  expect(types).toEqual(
    expect.arrayContaining(['journal_entry.posted', 'legacy_import.completed']),
  );
  expect(types.length).toBeGreaterThan(20);
});

// Must be the last test: work that was denied fails.
test('denies the call when its grant is removed', async () => {
  expect(stack.denials).toEqual([]);
  expect(findStaleExceptions(stack)).toEqual([]);
  const grants = selectGrants(stack);
  expect(grants).not.toEqual([]);

  expect(await findIneffectiveGrants(stack, grants)).toEqual([]);
  stack.denials.length = 0;
}, 3_600_000);
