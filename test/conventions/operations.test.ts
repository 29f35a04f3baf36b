// Rules for every row of the table of operations, and for the pipeline that serves it.
import { expect, test } from '@jest/globals';
import { toKebabCase, operations, parseRoute } from '../../functions/operations/operations.ts';
import { textOf } from '../support/conventions/source-files.ts';

const rows = Object.entries(operations);

test('no two rows share a route, and every Location matches a row', () => {
  const routes = rows.map(([, { route }]) => route.replace(/\{\w+\}/g, '{}'));
  const targets = rows.flatMap(([, { locates }]) => locates ?? []);

  expect(new Set(routes).size).toBe(routes.length);
  expect(targets.filter((name) => !(name in operations))).toEqual([]);
});

test('mutations are idempotent, reads are not', () => {
  // A query can be too long for a URL: it is sent by POST and still changes nothing.
  const asking = rows.filter(([, row]) => parseRoute(row).method !== 'GET' && !row.idempotent);
  const wrong = rows.filter(([, row]) => row.idempotent && parseRoute(row).method === 'GET');

  expect(wrong).toEqual([]);
  expect(asking.map(([name]) => name)).toEqual(['evaluateRules']);
  expect(asking.flatMap(([, { uses }]) => uses.filter((use) => /Put/.test(use)))).toEqual([]);
});

test('every operation is built by the pipeline, under its own name', () => {
  const made = Object.entries(operations).filter(([name, { area }]) => {
    const text = textOf(`functions/api/${area}/${toKebabCase(name)}.ts`);
    const contract = `schemas/generated/operations/${toKebabCase(name)}.ts'`;
    return text.includes(contract) && /^export const handler = operation\(/m.test(text);
  });

  expect(made.map(([name]) => name)).toEqual(Object.keys(operations));
});
