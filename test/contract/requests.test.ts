// Breaks the published contract of every operation in every way and tests every limit. A new
// operation is covered by its row.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { MACHINE_SCOPES, PERMISSIONS } from '../../functions/identity/permissions.ts';
import { operations, listPermissions, parseRoute } from '../../functions/operations/operations.ts';
import type { OperationName } from '../../functions/operations/operations.ts';
import {
  listBreaches,
  listEdges,
  listTextLocations,
} from '../support/invariants/contract-breaches.ts';
import { startLedger } from '../support/stack/ledger.ts';
import type { CallOptions, TestLedger } from '../support/stack/ledger.ts';
import {
  findBodySchema,
  buildExample,
  isBodyOptional,
  listParameters,
} from '../support/contract/published-schemas.ts';
import { readAllItems } from '../support/stack/tables.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.stop());

const EVERYTHING = [...PERMISSIONS, ...MACHINE_SCOPES];

const all = Object.keys(operations) as OperationName[];
const names = (where: (name: OperationName) => boolean) =>
  all.filter(where).map((name): [OperationName] => [name]);
const mutations = names((name) => operations[name].idempotent);
const withBody = names((name) => findBodySchema(name) !== undefined);
const withQuery = names((name) => listParameters(name, 'query').length > 0);
const lists = names((name) => operations[name].list !== undefined);

/** A valid request whose identifiers do not exist. */
function goodRequest(name: OperationName): CallOptions {
  const path = listParameters(name, 'path').map(({ name: parameter, schema }) => [
    parameter,
    schema.pattern === undefined ? 'x_unknown' : buildExample(schema),
  ]);
  const query = listParameters(name, 'query')
    .filter(({ required }) => required)
    .map(({ name: parameter, schema }) => [parameter, String(buildExample(schema))]);
  const schema = findBodySchema(name);
  return {
    path: Object.fromEntries(path),
    query: Object.fromEntries(query),
    ...(schema && { body: buildExample(schema) }),
  };
}

const isInvalid = { statusCode: 400, code: 'invalid_request' };

test.each(names(() => true))('%s checks its permission before anything else', async (name) => {
  const opening: readonly string[] = listPermissions(operations[name]);
  const permissions = EVERYTHING.filter((permission) => !opening.includes(permission));

  const answer = await ledger.call(name, { permissions, body: '{', key: 'short' });

  expect(answer.body).toMatchObject({ statusCode: 403, code: 'permission_denied' });
});

const reads = names((name) => parseRoute(operations[name]).method === 'GET');

test.each(reads)('%s is open to an auditor, who may change nothing', async (name) => {
  const answer = await ledger.call(name, { ...goodRequest(name), permissions: ['audit.read'] });

  expect(answer.body).not.toMatchObject({ code: 'permission_denied' });
});

test('audit.read permits the reads of both APIs, and nothing else', () => {
  const permitted = all.filter((name) => listPermissions(operations[name]).includes('audit.read'));

  expect(reads.length).toBeGreaterThan(30);
  expect(permitted.map((name): [OperationName] => [name])).toEqual(reads);
});

test.each(names(() => true))('%s accepts correlation ids up to their limits', async (name) => {
  const request = goodRequest(name);
  for (const correlationId of ['', 'x'.repeat(129), 'a b', 'ä']) {
    const answer = await ledger.call(name, { ...request, correlationId });
    expect(answer.body).toMatchObject({ statusCode: 400, code: 'invalid_correlation_id' });
  }
  for (const correlationId of ['x', 'A-Z.a:z_9', 'x'.repeat(128)]) {
    const answer = await ledger.call(name, { ...request, correlationId });
    expect(answer.headers['X-Correlation-ID']).toBe(correlationId);
    expect(answer.body).not.toMatchObject({ code: 'invalid_correlation_id' });
  }
});

test.each(mutations)('%s accepts idempotency keys up to their limits', async (name) => {
  const request = goodRequest(name);
  for (const key of ['', 'x'.repeat(15), 'x'.repeat(129), `${'x'.repeat(16)} `, 'ä'.repeat(16)]) {
    const answer = await ledger.call(name, { ...request, key });
    expect(answer.body).toMatchObject({ statusCode: 400, code: 'invalid_idempotency_key' });
  }
  for (const key of [`${name}.:_-`.padEnd(16, '0').slice(-16), name.padEnd(128, '0')]) {
    const answer = await ledger.call(name, { ...request, key });
    expect(answer.body).not.toMatchObject({ code: 'invalid_idempotency_key' });
  }
});

const isPaged = (name: OperationName) =>
  listParameters(name, 'query').some(({ name: parameter }) => parameter === 'cursor');

test.each(names((name) => !isPaged(name)))('%s ignores a cursor', async (name) => {
  const request = goodRequest(name);

  const answer = await ledger.call(name, { ...request, query: { ...request.query, cursor: 'x' } });

  expect(answer.body).not.toMatchObject({ code: 'invalid_cursor' });
  if (answer.status < 300) expect(answer.headers['X-Unknown-Parameters']).toBe('cursor');
});

const MEBIBYTE = 1024 * 1024;

test.each(withBody)('%s reads a JSON body of at most one mebibyte', async (name) => {
  const request = goodRequest(name);
  const text = JSON.stringify(request.body);
  const codeOf = async (options: CallOptions): Promise<string> =>
    (await ledger.call(name, { ...request, ...options })).body.code;

  expect(await codeOf({ body: '{' })).toBe('invalid_json');
  expect((await codeOf({ body: '' })) === 'invalid_json').toBe(!isBodyOptional(name));
  expect(await codeOf({ headers: { 'Content-Type': 'text/plain' } })).toBe(
    'unsupported_media_type',
  );
  expect(await codeOf({ body: text.padEnd(MEBIBYTE + 1) })).toBe('body_too_large');
  expect(['body_too_large', 'invalid_json']).not.toContain(
    await codeOf({ body: text.padEnd(MEBIBYTE) }),
  );
});

const withOptionalBody = names(isBodyOptional);

test('a decision whose reason is optional needs no body, but for the one that the specification names', () => {
  const decisions = names((name) => /^(approve|withdraw)/.test(name)).filter(
    ([name]) => name !== 'approveAccountLifecycleRequest',
  );

  expect(withOptionalBody).toEqual(decisions);
});

test.each(withOptionalBody)('%s reads no body as an empty one', async (name) => {
  const { path, query } = goodRequest(name);
  const without = { 'Content-Type': 'application/x-www-form-urlencoded' };

  const absent = await ledger.call(name, { path, query, headers: without });
  const empty = await ledger.call(name, { path, query, body: {} });

  expect(absent.status).toBe(404);
  expect(absent.body.code).toBe(empty.body.code);
});

test.each(withBody)('%s refuses every invalid body and names the fault', async (name) => {
  const request = goodRequest(name);
  const before = (await readAllItems(ledger.tables.receipts)).length;
  for (const { what, pointer, value } of listBreaches(findBodySchema(name) ?? {}, request.body)) {
    const answer = await ledger.call(name, { ...request, body: JSON.stringify(value) });
    const refusal = { what, pointer, ...answer.body };
    expect(refusal).toMatchObject(isInvalid);
    const where = pointer === '' ? 'the body' : pointer;
    expect({
      ...refusal,
      names: [refusal.message].flat().some((text) => text.includes(where)),
    }).toEqual({
      ...refusal,
      names: true,
    });
  }
  expect(await readAllItems(ledger.tables.receipts)).toHaveLength(before);
});

// Prose, which may have several lines; text with a grammar of its own; ids that only find a record.
const ANY_TEXT =
  /\/(reason|description|condition|when|pattern|content|date_format|enum_values\/0|account_id|target_id)$/;

test.each(withBody)('%s refuses control characters in names, codes and references', (name) => {
  const accepting = listTextLocations(findBodySchema(name) ?? {}, goodRequest(name).body)
    .filter(({ schema: { pattern = '' } }) => new RegExp(pattern, 'u').test('a\u0000b'))
    .map(({ pointer }) => pointer);

  expect(accepting.filter((pointer) => !ANY_TEXT.test(pointer))).toEqual([]);
});

test.each(withBody)('%s accepts a body at every limit', async (name) => {
  const request = goodRequest(name);
  for (const { what, pointer, value } of listEdges(findBodySchema(name) ?? {}, request.body)) {
    const answer = await ledger.call(name, { ...request, body: JSON.stringify(value) });
    const { code, message } = answer.body;
    expect({ what, pointer, code, message }).not.toMatchObject({ code: 'invalid_request' });
    expect(answer.status).toBeLessThan(500);
  }
});

test.each(withBody)('%s accepts the examples of its contract', async (name) => {
  const answer = await ledger.call(name, goodRequest(name));

  expect(answer.body).not.toMatchObject({ code: 'invalid_request' });
});

test.each(withQuery)('%s refuses every invalid query and names the parameter', async (name) => {
  for (const parameter of listParameters(name, 'query')) {
    const good = String(buildExample(parameter.schema));
    const breaches = listBreaches(parameter.schema, good).map(({ value }) => value);
    // Every value of a query is text, so a number instead of text is not a fault.
    const texts = breaches.filter((value) => parameter.schema.type !== 'string' || value !== 42);
    for (const value of texts.filter((text) => text !== null)) {
      const query = { [parameter.name]: String(value) };
      const answer = await ledger.call(name, { ...goodRequest(name), query });
      expect({ query, ...answer.body }).toMatchObject(isInvalid);
      expect(String(answer.body.message)).toContain(parameter.name);
    }
  }
});

const counted = names((name) =>
  listParameters(name, 'query').some(({ schema }) => schema.type === 'integer'),
);

test.each(counted)('%s refuses numbers that are larger than any', async (name) => {
  const numbers = listParameters(name, 'query').filter(({ schema }) => schema.type === 'integer');
  for (const { name: parameter } of numbers) {
    for (const value of ['Infinity', '-Infinity', '1e999', '9'.repeat(400)]) {
      const good = goodRequest(name);
      const answer = await ledger.call(name, {
        ...good,
        query: { ...good.query, [parameter]: value },
      });
      expect({ value, ...answer.body }).toMatchObject(isInvalid);
      expect(String(answer.body.message)).toContain(parameter);
    }
  }
});

test.each(withQuery)('%s accepts its query at every limit', async (name) => {
  // A cursor cannot be made up.
  const parameters = listParameters(name, 'query').filter((one) => one.name !== 'cursor');
  for (const { name: parameter, schema } of parameters) {
    for (const { what, value } of listEdges(schema, buildExample(schema))) {
      const good = goodRequest(name);
      const query = { ...good.query, [parameter]: String(value) };
      const answer = await ledger.call(name, { ...good, query });
      const { code, message } = answer.body;
      expect({ query, what, code, message }).not.toMatchObject({ code: 'invalid_request' });
      expect(answer.status).toBeLessThan(500);
    }
  }
});

test.each(lists)('%s refuses a foreign cursor', async (name) => {
  for (const cursor of ['', 'x', 'eyJ9', '%00', 'A'.repeat(2000)]) {
    const answer = await ledger.call(name, { ...goodRequest(name), query: { cursor } });
    expect({ cursor, ...answer.body }).toMatchObject({ statusCode: 400 });
  }
});

const HOSTILE = ['\u0000', '../../x', 'a'.repeat(3000), 'acc_1#B', '😀', '__proto__', ' '];

test.each(names((name) => listParameters(name, 'path').length > 0))(
  '%s answers a hostile id with a 4xx',
  async (name) => {
    const request = goodRequest(name);
    // Products, rules, triggers and codes of the chart have names that the institution chooses.
    const isNamed = /^(products|workflows|general-ledger)$/.test(operations[name].area);
    for (const id of HOSTILE) {
      const path = Object.fromEntries(Object.keys(request.path ?? {}).map((key) => [key, id]));
      const { status } = await ledger.call(name, { ...request, path });
      expect({ id, status, isClear: status < 500 }).toEqual({ id, status, isClear: true });
      if (!isNamed) expect([400, 404]).toContain(status);
    }
  },
);
