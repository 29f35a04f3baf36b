import { expect, test } from '@jest/globals';
import { BUSINESS_REGISTRATION } from '../../../functions/domain/schemas/presets.ts';
import {
  defineEntity,
  buildFirstSchemaVersion,
  buildNextSchemaVersion,
} from '../../../functions/domain/schemas/entity-schemas.ts';
import type { FieldDefinition } from '../../../functions/domain/schemas/fields.ts';
import { compilePattern } from '../../../functions/domain/schemas/patterns.ts';
import { Refusal } from '../../../functions/domain/refusals/refusals.ts';

const define = (...fields: Partial<FieldDefinition>[]) =>
  defineEntity({
    entity_name: 'thing',
    display_name: 'Thing',
    fields: fields.map((field): FieldDefinition => {
      return { name: 'a', type: 'STRING', required: false, ...field };
    }),
  });

function faultsOf(...fields: Partial<FieldDefinition>[]): readonly string[] {
  try {
    define(...fields);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'invalid_schema') return error.faults ?? [];
    throw error;
  }
  return [];
}

const wrong: [string, Partial<FieldDefinition>[], string[]][] = [
  ['a name used twice', [{}, { name: 'b' }, {}], ['/fields/2/name is that of /fields/0 too']],
  ['an ENUM without values', [{ type: 'ENUM' }], ['/fields/0/enum_values is required']],
  ['a REFERENCE to nothing', [{ type: 'REFERENCE' }], ['/fields/0/reference_table is required']],
  ['a pattern that does not compile', [{ pattern: '[a-' }], ['/fields/0/pattern is not an RE2']],
  ['a look-ahead', [{ pattern: '^(?=a)' }], ['/fields/0/pattern is not an RE2 pattern']],
  ['a back-reference', [{ pattern: '(a)\\1' }], ['/fields/0/pattern is not an RE2 pattern']],
  [
    'a pattern of 1,001 characters',
    [{ pattern: 'a'.repeat(1_001) }],
    ['/fields/0/pattern must NOT have'],
  ],
  [
    'a pattern that expands too far',
    [{ pattern: '(a{100}){100}' }],
    ['/fields/0/pattern is not an RE2'],
  ],
  ['a pattern of many steps', [{ pattern: '[a-z]{999}'.repeat(9) }], ['/fields/0/pattern repeats']],
  ['a default of another type', [{ default: 5 }], ['/fields/0/default must be text']],
  ['null for a default', [{ type: 'NUMBER', default: null }], ['/fields/0/default must be a num']],
  ['text for a number', [{ type: 'NUMBER', default: '5' }], ['/fields/0/default must be a number']],
  ['text for a boolean', [{ type: 'BOOLEAN', default: 'true' }], ['/fields/0/default must be tr']],
  [
    'a date that does not exist',
    [{ type: 'DATE', default: '2026-02-29' }],
    ['/fields/0/default must be a'],
  ],
  ['a long default', [{ maxLength: 2, default: 'abc' }], ['/fields/0/default must have at most 2']],
  [
    'a default that is too long and does not match the pattern',
    [{ maxLength: 2, pattern: '^a+$', default: 'bbb' }],
    ['/fields/0/default must have at most 2', '/fields/0/default must match the pattern ^a+$'],
  ],
  [
    'a default outside the values',
    [{ type: 'ENUM', enum_values: ['A', 'B'], default: 'C' }],
    ['/fields/0/default must be one of A, B'],
  ],
  [
    'several faults at once',
    [{ type: 'ENUM', pattern: '(' }, { default: true }],
    ['/fields/0/enum_values is', '/fields/0/pattern is', '/fields/1/name is', '/fields/1/default'],
  ],
];

test.each(wrong)('refuses %s', (_, fields, faults) => {
  const found = faultsOf(...fields);

  expect(found).toHaveLength(faults.length);
  found.forEach((fault, index) => expect(fault).toContain(faults[index]));
});

test('accepts every valid default', () => {
  const fields: Partial<FieldDefinition>[] = [
    { name: 'a', pattern: '^x', maxLength: 3, default: 'xyz' },
    { name: 'b', type: 'NUMBER', default: -1.5 },
    { name: 'c', type: 'DATE', default: '2028-02-29' },
    { name: 'd', type: 'BOOLEAN', default: false },
    { name: 'e', type: 'ENUM', enum_values: ['A'], default: 'A' },
    { name: 'f', type: 'REFERENCE', reference_table: 'customers', default: 'cus-1' },
  ];

  expect(faultsOf(...fields)).toEqual([]);
});

test('treats fields named after members of every object as data', () => {
  const names = ['__proto__', 'constructor', 'hasOwnProperty', 'toString'];

  expect(faultsOf(...names.map((name) => ({ name })))).toEqual([]);
  expect(faultsOf(...names.map((name) => ({ name })), { name: '__proto__' })).toEqual([
    '/fields/4/name is that of /fields/0 too',
  ]);
});

test('reports at most twenty faults', () => {
  expect(faultsOf(...Array.from({ length: 100 }, () => ({ pattern: '(' })))).toHaveLength(20);
});

test('drops everything that is not part of a definition', () => {
  const sent = { ...BUSINESS_REGISTRATION, json_schema: {}, id: 'sch_1' };

  expect(defineEntity(sent)).toEqual(BUSINESS_REGISTRATION);
});

test('refuses a definition too large for one record', () => {
  const fields = Array.from({ length: 300 }, (_, index): FieldDefinition => {
    return { name: `f${index}`, type: 'STRING', required: false, description: 'é'.repeat(450) };
  });
  const definition = { entity_name: 'thing', display_name: 'Thing', fields };

  expect(() => defineEntity(definition)).toThrow(
    /the definition takes 2\d{5} bytes, more than 262144/,
  );
});

test('publishes versions in sequence, with increasing times', () => {
  const given = { id: 'sch_1', tenantId: 'acme', now: new Date('2026-05-01T00:00:00Z') };
  const first = buildFirstSchemaVersion(BUSINESS_REGISTRATION, given);

  const second = buildNextSchemaVersion(first, BUSINESS_REGISTRATION, {
    tenantId: 'acme',
    now: new Date('2026-04-30T00:00:00Z'),
  });

  expect(second).toEqual({ ...first, version: 2 });
});

// A backtracking engine needs 2 to the power of the length for these. RE2 reads each character
// once, so a megabyte takes no noticeable time.
const catastrophic = [
  '(a+)+$',
  '(a|aa)+$',
  '^(a|a?)+$',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '(.*a){20}',
];

test.each(catastrophic)('%s takes linear time on text that does not match', (pattern) => {
  const matches = compilePattern(pattern);
  if (typeof matches === 'object') throw new Error(matches.fault);

  expect(matches(`${'a'.repeat(1_000_000)}!`)).toBe(pattern === '(.*a){20}');
});
