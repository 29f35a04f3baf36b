import { expect, test } from '@jest/globals';
import { readRuleEffect } from '../../../functions/domain/rules/actions.ts';
import { draftRule } from '../../../functions/domain/rules/rules.ts';
import { fc } from '../../support/nouns/properties.ts';

const json = fc.jsonValue() as fc.Arbitrary<unknown>;
// A text could be an amount or an account code.
const noText = json.filter((value) => typeof value !== 'string');
const action = fc.record(
  {
    type: fc.oneof(fc.constantFrom('DENY', 'CHARGE_FEE', 'NOTIFY', 'deny'), json),
    message: fc.oneof(fc.string(), json),
    amount: fc.oneof(fc.constantFrom('1.00', '0.00', '1.0', '-1.00'), noText),
    income_account_code: fc.oneof(fc.constantFrom('4000', ' 4000'), noText),
    '': json,
  },
  { requiredKeys: [] },
);

test('accepts every object as an action, and lets only complete ones of a known type act', () => {
  fc.assert(
    fc.property(action, (given) => {
      const { action: stored } = draftRule({ rule_type: '', condition: 'true', action: given });
      const effect = readRuleEffect(stored);

      expect(stored).toBe(given);
      const isFee = given.amount === '1.00' && given.income_account_code === '4000';
      if (given.type === 'DENY') expect(effect.type).toBe('DENY');
      else if (given.type === 'CHARGE_FEE' && isFee) expect(effect.type).toBe('CHARGE_FEE');
      else expect(effect).toEqual({ type: 'NONE' });
    }),
    { seed: 20261122 },
  );
});

test.each([undefined, '', '   ', 7, null, ['no']])('gives the message %j a default', (message) => {
  expect(readRuleEffect({ type: 'DENY', message })).toEqual({
    type: 'DENY',
    message: 'A rule of the product denies this.',
  });
});

test('reads only own members of an action', () => {
  const hostile = JSON.parse(
    '{"__proto__":{"type":"DENY"},"constructor":{"type":"DENY"}}',
  ) as object;

  expect(readRuleEffect({ ...hostile })).toEqual({ type: 'NONE' });
});
