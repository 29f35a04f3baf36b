import { expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import type { FieldDefinition, RecordForm } from '../../../functions/domain/schemas/fields.ts';
import { toJsonSchema } from '../../../functions/domain/schemas/json-schema.ts';
import { BUSINESS_REGISTRATION } from '../../../functions/domain/schemas/presets.ts';
import { buildRecordCheck } from '../../../functions/domain/schemas/records.ts';
import type { EntityDefinition } from '../../../functions/domain/schemas/entity-schemas.ts';
import { fc } from '../../support/nouns/properties.ts';
import { buildBeneficialOwner } from '../../support/fixtures/schemas.ts';

const owner = buildBeneficialOwner() as EntityDefinition;

const sound = {
  full_name: 'Ada Lovelace',
  share: 12.5,
  born_on: '1815-12-10',
  is_resident: true,
  role: 'OWNER',
  customer_id: 'cus-1',
};

const codes = (record: Record<string, unknown>, form: RecordForm = 'typed') =>
  buildRecordCheck(owner, form)(record).map(({ field, code }) => `${field} ${code}`);

test('finds no fault in a valid record', () => {
  expect(codes(sound)).toEqual([]);
  expect(codes({ full_name: 'Ada', share: 0 })).toEqual([]);
});

test('finds no fault in the same record as text', () => {
  const texts = Object.fromEntries(Object.entries(sound).map(([name, is]) => [name, String(is)]));

  expect(codes(texts, 'text')).toEqual([]);
  expect(codes({ ...texts, born_on: '', role: '' }, 'text')).toEqual([]);
});

test('reports every fault, in the order of the schema and then of the record', () => {
  const record = {
    zebra: 1,
    role: 'owner',
    customer_id: '',
    is_resident: 'yes',
    born_on: '1815-02-29',
    full_name: 'ada, countess of lovelace',
    apple: 1,
  };

  expect(codes(record)).toEqual([
    'full_name too_long',
    'full_name pattern_mismatch',
    'share required',
    'born_on not_a_date',
    'is_resident not_a_boolean',
    'role not_one_of',
    'customer_id empty_reference',
    'zebra unknown_field',
    'apple unknown_field',
  ]);
});

test('describes the fault in a sentence without the value', () => {
  const [fault] = buildRecordCheck(owner, 'typed')({ ...sound, role: 'a secret' });

  expect(fault).toEqual({
    field: 'role',
    code: 'not_one_of',
    message: 'role must be one of OWNER, TRUSTEE',
  });
});

const values: [string, unknown, RecordForm, boolean][] = [
  ['share', '12.50', 'text', true],
  ['share', '-0', 'text', true],
  ['share', `${'9'.repeat(40)}.1`, 'text', true],
  ['share', '007', 'text', false],
  ['share', '1e5', 'text', false],
  ['share', '1,5', 'text', false],
  ['share', ' 1', 'text', false],
  ['share', '.5', 'text', false],
  ['share', 'NaN', 'text', false],
  ['share', 5, 'text', true],
  ['share', '5', 'typed', false],
  ['share', Number.NaN, 'typed', false],
  ['share', null, 'typed', false],
  ['is_resident', 'false', 'text', true],
  ['is_resident', 'TRUE', 'text', false],
  ['is_resident', 'true', 'typed', false],
  ['born_on', '2000-02-29', 'text', true],
  ['born_on', '1900-02-29', 'text', false],
  ['born_on', '2026-13-01', 'text', false],
  ['born_on', '2026-00-10', 'text', false],
  ['born_on', '2026-04-00', 'text', false],
  ['born_on', '2026-4-1', 'text', false],
  ['born_on', '2026-04-01T00:00:00Z', 'text', false],
  ['full_name', 5, 'text', false],
  ['full_name', `A${'😀'.repeat(19)}`, 'typed', true],
  ['full_name', `A${'😀'.repeat(20)}`, 'typed', false],
];

test.each(values)('%s: %p as %s is sound: %p', (name, value, form, isSound) => {
  const record = form === 'text' ? { full_name: 'Ada', share: '1' } : sound;

  expect(codes({ ...record, [name]: value }, form)).toHaveLength(isSound ? 0 : 1);
});

test('reads fields named after members of every object from the record only', () => {
  const names = ['__proto__', 'constructor', 'toString'];
  const fields = names.map((name): FieldDefinition => ({ name, type: 'STRING', required: true }));
  const check = buildRecordCheck({ ...owner, fields }, 'typed');

  expect(check({}).map(({ field }) => field)).toEqual(names);
  expect(check(JSON.parse('{"__proto__":"a","constructor":"b","toString":"c"}'))).toEqual([]);
  expect(
    buildRecordCheck({ ...owner, fields: [] }, 'typed')(JSON.parse('{"__proto__":1}')),
  ).toEqual([
    { field: '__proto__', code: 'unknown_field', message: '__proto__ is not in the schema' },
  ]);
});

test('a schema and the JSON Schema that it compiles to agree on every record', () => {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, ownProperties: true });
  ajvFormats.default(ajv, ['date']);

  fc.assert(
    fc.property(fc.uniqueArray(field, { selector: ({ name }) => name, maxLength: 5 }), (fields) => {
      const definition = { ...owner, fields };
      const { $id: _, ...schema } = toJsonSchema(definition);
      const isValid = ajv.compile(schema);
      const check = buildRecordCheck(definition, 'typed');
      const record = fc.dictionary(fc.constantFrom(...NAMES, 'other'), value, { maxKeys: 6 });
      fc.assert(
        fc.property(record, (one) => {
          expect([one, check(one).length === 0]).toEqual([one, isValid(one)]);
        }),
        { seed: 7, numRuns: 50 },
      );
    }),
    { seed: 7, numRuns: 60 },
  );
});

// Without __proto__, which Ajv does not handle.
const NAMES = ['a', 'b', 'constructor', 'toString'];
const TEXTS = ['', 'a', 'ab', 'aab', '1', '😀😀', '2026-01-31', '2026-02-30', 'A'];

const value = fc.oneof(fc.constantFrom(...TEXTS, 0, -1.5, true, null), fc.string());

const field: fc.Arbitrary<FieldDefinition> = fc.record(
  {
    name: fc.constantFrom(...NAMES),
    type: fc.constantFrom('STRING', 'NUMBER', 'DATE', 'BOOLEAN', 'ENUM', 'REFERENCE'),
    required: fc.boolean(),
    enum_values: fc.uniqueArray(fc.constantFrom(...TEXTS), { minLength: 1 }),
    reference_table: fc.constant('customers'),
    maxLength: fc.integer({ min: 1, max: 3 }),
    pattern: fc.constantFrom('^a', 'b$', '^(a+)+$', '[0-9]', '^.{2}$'),
    default: fc.constant('a'),
  },
  { requiredKeys: ['name', 'type', 'required', 'enum_values', 'reference_table'] },
);

test('leaves a pattern that only RE2 understands out of the JSON Schema and puts it into the comment', () => {
  const fields: FieldDefinition[] = [
    {
      name: 'a',
      type: 'REFERENCE',
      required: true,
      reference_table: 'branches',
      pattern: '(?i)^\\pL+\\z',
    },
  ];

  const { properties } = toJsonSchema({ ...owner, fields }) as { properties: unknown };

  expect(properties).toEqual({
    a: {
      type: 'string',
      minLength: 1,
      $comment: 'References branches. RE2 pattern: (?i)^\\pL+\\z',
    },
  });
  expect(buildRecordCheck({ ...owner, fields }, 'text')({ a: 'Zürich' })).toEqual([]);
});

test.each(['^[][]+$', '^[^][]+$', '^[-[:digit:][.]+$', '^(?i:a)$'])(
  'leaves the pattern %s, which other engines read otherwise, out of the JSON Schema',
  (pattern) => {
    const fields: FieldDefinition[] = [{ name: 'a', type: 'STRING', required: true, pattern }];

    const { properties } = toJsonSchema({ ...owner, fields }) as { properties: unknown };

    expect(properties).toEqual({ a: { type: 'string', $comment: `RE2 pattern: ${pattern}` } });
  },
);

test('the built-in schema accepts a business', () => {
  const business = {
    registration_number: 'HRB 12345',
    legal_name: 'ACME GmbH',
    legal_form: 'LIMITED_COMPANY',
    country: 'DE',
    registered_on: '1999-12-31',
    customer_id: 'cus-1',
    is_active: true,
  };

  expect(buildRecordCheck(BUSINESS_REGISTRATION, 'typed')(business)).toEqual([]);
});

test('a business that is not as a register has it is named by each of its faults', () => {
  const faults = (record: Record<string, unknown>) =>
    buildRecordCheck(
      BUSINESS_REGISTRATION,
      'typed',
    )(record).map(({ field: name, code }) => `${name} ${code}`);

  expect(faults({})).toEqual([
    'registration_number required',
    'legal_name required',
    'legal_form required',
    'country required',
    'registered_on required',
    'customer_id required',
    'is_active required',
  ]);
  expect(
    faults({
      registration_number: '-2020/0045',
      legal_name: 'n'.repeat(161),
      trading_name: 'n'.repeat(161),
      legal_form: 'limited company',
      country: 'Ken',
      registered_on: '2020',
      tax_number: '1'.repeat(33),
      registered_address: 'a'.repeat(501),
      customer_id: 'c'.repeat(129),
      employees: '45',
      is_active: 'yes',
    }),
  ).toEqual([
    'registration_number pattern_mismatch',
    'legal_name too_long',
    'trading_name too_long',
    'legal_form not_one_of',
    'country too_long',
    'country pattern_mismatch',
    'registered_on not_a_date',
    'tax_number too_long',
    'registered_address too_long',
    'customer_id too_long',
    'employees not_a_number',
    'is_active not_a_boolean',
  ]);
});

test('a business of which a record does not say so is active', () => {
  const ajv = ajvFormats.default(new Ajv2020({ useDefaults: true, strict: false }));
  const business: Record<string, unknown> = {
    registration_number: 'CPR/2020/0045',
    legal_name: 'Ada Ltd',
    legal_form: 'LIMITED_COMPANY',
    country: 'KE',
    registered_on: '2020-02-29',
    customer_id: 'cus-1',
  };

  expect(ajv.validate(toJsonSchema(BUSINESS_REGISTRATION), business)).toBe(true);
  expect(business['is_active']).toBe(true);
});
