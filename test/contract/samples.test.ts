// Every operation answers a good request over HTTP as the contract says, a repeated one with the
// first answer, and one from another tenant with nothing. A new operation is covered by its sample.
// The reference is made of these answers: REFERENCE=write writes it.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { operations } from '../../functions/operations.ts';
import type { OperationName } from '../../functions/operations.ts';
import { keyOf } from '../../lib/contract/reference-pages.ts';
import type { Exchange } from '../../lib/contract/reference-pages.ts';
import { samples } from '../../lib/samples/samples.ts';
import { expectEventSchemas } from '../support/expect-event-schemas.ts';
import { idsIn } from '../support/lists.ts';
import { expectReference } from '../support/reference-pages.ts';
import { sampledTenant } from '../support/sampled-tenant.ts';
import type { SampledTenant } from '../support/sampled-tenant.ts';
import { startStack } from '../support/stack.ts';
import type { Stack } from '../support/stack.ts';

let stack: Stack;
let acme: SampledTenant;
let rival: SampledTenant;
beforeAll(async () => {
  stack = await startStack();
  acme = sampledTenant(stack, 'acme');
  rival = sampledTenant(stack, 'rival');
});
afterAll(() => stack.stop());

const all = (Object.keys(operations) as OperationName[]).map((name): [OperationName] => [name]);
const mutations = all.filter(([name]) => operations[name].idempotent);
const reads = all.filter(([name]) => !operations[name].idempotent);

const exchanges = new Map<OperationName, Exchange>();
// Each in a tenant of its own: some things can be made only once, and what the reference shows must
// not depend on what else was called.
const ownTenant = (name: OperationName) => sampledTenant(stack, `tenantof${name.toLowerCase()}`);

test.each(reads)('%s answers a good request', async (name) => {
  const tenant = ownTenant(name);
  const request = await samples[name](tenant.world);

  const answer = await tenant.send(name, request);

  expect({ status: answer.status, body: answer.body }).toMatchObject({
    status: operations[name].success,
  });
  exchanges.set(name, { request, answer });
});

test.each(mutations)('%s happens once under one key', async (name) => {
  const tenant = ownTenant(name);
  const request = await samples[name](tenant.world);
  const key = keyOf(name);

  const first = await tenant.send(name, request, key);
  const again = await tenant.send(name, request, key);
  const other = name === 'createAccount' ? 'createSchema' : 'createAccount';
  const misused = await tenant.send(other, await samples[other](tenant.world), key);

  expect({ status: first.status, body: first.body }).toMatchObject({
    status: operations[name].success,
  });
  expect(first.headers.has('idempotency-replayed')).toBe(false);
  expect(again.status).toBe(first.status);
  expect(again.text).toBe(first.text);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(again.headers.get('location')).toBe(first.headers.get('location'));
  expect(misused.body).toMatchObject({ statusCode: 409, code: 'idempotency_key_reused' });
  exchanges.set(name, { request, answer: first });
});

test('the reference shows what was asked and answered', () => {
  expectReference(exchanges);
});

test.each(all)('%s shows another tenant nothing', async (name) => {
  const request = await samples[name](acme.world);
  const own = idsIn(request);

  const answer = await rival.send(name, request);

  if (own.length > 0 && operations[name].list !== 'array') expect(answer.status).toBe(404);
  expect(idsIn(answer.status < 300 ? answer.body : {}).filter((id) => own.includes(id))).toEqual(
    [],
  );
});

// The last one: of all that was done before.
test('every event that was made is as its schema says', async () => {
  const types = await expectEventSchemas(stack);

  expect(types).toEqual(
    expect.arrayContaining(['journal_entry.posted', 'legacy_import.completed']),
  );
  expect(types.length).toBeGreaterThan(20);
});
