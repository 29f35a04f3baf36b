// Every request at its edge, over HTTP: the largest one that schema and domain allow is accepted, in a body of a whole
// mebibyte and under the longest key, and one more of anything is refused by its name. A new operation is covered
// by its row and its sample.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { operations } from '../../../functions/operations/operations.ts';
import type { OperationName } from '../../../functions/operations/operations.ts';
import { expectError } from '../../support/contract/contract.ts';
import {
  buildExample,
  findBodySchema,
  listParameters,
} from '../../support/contract/published-schemas.ts';
import { buildSampledTenant } from '../../support/fixtures/sampled-tenant.ts';
import { listExcesses } from '../../support/invariants/contract-breaches.ts';
import { buildLargestRequest } from '../../support/limits/largest-requests.ts';
import { startTestStack } from '../../support/stack/stack.ts';
import type { StackAnswer, TestStack } from '../../support/stack/stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack.stop());

const all = Object.keys(operations) as OperationName[];
const withBody = all.filter((name) => findBodySchema(name) !== undefined);
const withPath = all.filter((name) => listParameters(name, 'path').length > 0);
const lists = all.filter((name) => operations[name].list !== undefined);

const MEBIBYTE = 1024 * 1024;
const KEY_CHARACTERS_MAX = 128;

interface ExpectedRefusal {
  readonly status: 400 | 413;
  readonly code: string;
  /** What the message names. */
  readonly names?: string;
}

function expectRefusal({ status, body }: StackAnswer, what: string, expected: ExpectedRefusal) {
  expectError(body, status);
  const { code, message } = body as { code: string; message: string | string[] };
  const named = expected.names ?? '';
  const isNamed = [message].flat().some((text) => text.includes(named));
  expect({ what, status, code, message, named, isNamed }).toMatchObject({
    status: expected.status,
    code: expected.code,
    isNamed: true,
  });
}

test.each(withBody)('%s accepts its largest request, and not more', async (name) => {
  const tenant = buildSampledTenant(stack, `tenantof${name.toLowerCase()}`);
  const schema = findBodySchema(name) ?? {};
  const request = await buildLargestRequest(name, tenant.context);
  const text = JSON.stringify(request.body);
  const send = (body: string, key?: string) => tenant.send(name, { ...request, body }, key);

  for (const { what, pointer, value } of listExcesses(schema, request.body)) {
    const refused = await send(JSON.stringify(value));
    const isWhole = JSON.stringify(value).length > MEBIBYTE;
    const refusal: ExpectedRefusal = isWhole
      ? { status: 413, code: 'body_too_large' }
      : { status: 400, code: 'invalid_request', names: pointer };
    expectRefusal(refused, `${what} at ${pointer}`, refusal);
  }
  expectRefusal(await send(text.padEnd(MEBIBYTE + 1)), 'a larger body', {
    status: 413,
    code: 'body_too_large',
  });
  if (operations[name].idempotent) {
    const key = name.padEnd(KEY_CHARACTERS_MAX + 1, '0');
    expectRefusal(await send(text, key), 'a longer key', {
      status: 400,
      code: 'invalid_idempotency_key',
    });
  }

  const key = name.padEnd(KEY_CHARACTERS_MAX, '0');
  let accepted = await send(text.padEnd(MEBIBYTE), key);
  // A store that has not confirmed in time is asked again under the same key, as the answer says.
  while (accepted.status === 503) accepted = await send(text.padEnd(MEBIBYTE), key);

  const { status, body } = accepted;
  expect({ status, ...(status > 299 && { body }) }).toEqual({ status: operations[name].success });
});

test.each(withPath)('%s answers the longest ids of a path with a clear refusal', async (name) => {
  const tenant = buildSampledTenant(stack, 'edges');
  const parameters = listParameters(name, 'path');
  for (const { name: long, schema } of parameters) {
    for (const length of [schema.maxLength ?? 128, (schema.maxLength ?? 128) + 1, 4_000]) {
      const path = Object.fromEntries(parameters.map((one) => [one.name, 'x']));
      const answer = await tenant.send(name, { path: { ...path, [long]: 'x'.repeat(length) } });

      const { status } = answer;
      expect({ long, length, isClear: status < 500 }).toEqual({ long, length, isClear: true });
      if (status > 299) expectError(answer.body, status);
    }
  }
});

test.each(lists)('%s takes its limit up to its edges, and a cursor of any length', async (name) => {
  const tenant = buildSampledTenant(stack, 'edges');
  const limit = listParameters(name, 'query').find((parameter) => parameter.name === 'limit');
  const maximum = limit?.schema.maximum ?? Number.NaN;
  const path = Object.fromEntries(
    listParameters(name, 'path').map(({ name: own, schema }) => [
      own,
      schema.pattern === undefined ? 'x' : buildExample(schema),
    ]),
  ) as Record<string, string>;
  const send = (query: Record<string, string>) => tenant.send(name, { path, query });

  for (const value of [0, maximum + 1, '9'.repeat(400)]) {
    const refused = await send({ limit: String(value) });
    expectRefusal(refused, `limit=${value}`, {
      status: 400,
      code: 'invalid_request',
      names: 'limit',
    });
  }
  for (const value of [1, maximum]) {
    const { body, status } = await send({ limit: String(value) });
    // Without its record, the list of a record's own is not found.
    expect(status).toBe(Object.keys(path).length > 0 && status !== 200 ? 404 : 200);
    expect({ value, code: body.code }).not.toMatchObject({ code: 'invalid_request' });
  }
  for (const length of [1, 1_000, 8_000]) {
    const refused = await send({ cursor: 'A'.repeat(length) });
    expectRefusal(refused, `a cursor of ${length}`, { status: 400, code: 'invalid_cursor' });
  }
});
