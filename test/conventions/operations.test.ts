// Rules for the rows of the table of operations, and for the pipeline that serves them.
import { expect, test } from '@jest/globals';
import { toKebabCase, operations, parseRoute } from '../../functions/operations/operations.ts';
import type { OperationName } from '../../functions/operations/operations.ts';
import { readText } from '../support/conventions/source-files.ts';

const rows = Object.entries(operations);

test('no two rows share a route, and every Location matches a row', () => {
  const routes = rows.map(([, { route }]) => route.replace(/\{\w+\+?\}/g, '{}'));
  const targets = rows.flatMap(([, { locates, defers }]) => [locates ?? [], defers ?? []].flat());

  expect(new Set(routes).size).toBe(routes.length);
  expect(targets.filter((name) => !(name in operations))).toEqual([]);
});

test('mutations are idempotent, reads are not', () => {
  // A query that can be too long for a URL is sent by POST, and still changes nothing.
  const queries = rows.filter(([, row]) => parseRoute(row).method !== 'GET' && !row.idempotent);
  const wrong = rows.filter(([, row]) => row.idempotent && parseRoute(row).method === 'GET');

  expect(wrong).toEqual([]);
  expect(queries.map(([name]) => name)).toEqual([
    'previewJournalEntry',
    'previewFinancialAdjustment',
    'evaluateRules',
    'previewConfigurationChange',
    'evaluateControls',
    'revealWebhookSecret',
  ]);
  // The first secret of a tenant makes the seed of all (ADR 129).
  expect(queries.flatMap(([, { uses }]) => uses.filter((use) => /Put/.test(use)))).toEqual([
    'webhooks:PutItem',
  ]);
});

test('what carries out or previews other operations is granted what they are', () => {
  const listMissing = (name: OperationName, carriedOut: readonly OperationName[], use: RegExp) => {
    const wanted = carriedOut.flatMap((other) => operations[other].uses);
    const granted = new Set(operations[name].uses);
    return [...new Set(wanted)].filter((grant) => use.test(grant) && !granted.has(grant));
  };
  const controlled = rows.filter(([, { control }]) => control !== undefined);
  const names = controlled.map(([name]) => name as OperationName);
  const configuring = names.filter((name) => operations[name].permission === 'configuration.write');
  const reads = /:(BatchGetItem|Query)$|^projections:GetItem$/;

  expect(listMissing('approveChangeRequest', names, /./)).toEqual([]);
  expect(listMissing('previewConfigurationChange', configuring, reads)).toEqual([]);
});

test('the pipeline builds every operation, under its own name', () => {
  const built = Object.entries(operations).filter(([name, { area }]) => {
    const text = readText(`functions/api/${area}/${toKebabCase(name)}.ts`);
    const contract = `schemas/generated/operations/${toKebabCase(name)}.ts'`;
    return text.includes(contract) && /^export const handler = operation\(/m.test(text);
  });

  expect(built.map(([name]) => name)).toEqual(Object.keys(operations));
});
