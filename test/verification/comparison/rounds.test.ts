import { expect, test } from '@jest/globals';
import type { PassInput } from '../../../functions/verification/check.ts';
import { planRound } from '../../../functions/verification/rounds.ts';
import { fc } from '../../support/nouns/properties.ts';

const inputs = fc.uniqueArray(
  fc.record({ name: fc.stringMatching(/^[a-z]{3}$/), facts: fc.nat(100) }),
  { selector: ({ name }) => name, maxLength: 12 },
);

const countFacts = (planned: ReadonlyMap<string, PassInput | undefined>) =>
  [...planned.values()].reduce((sum, input) => sum + (input?.facts ?? 0), 0);

test('the comparisons of a round hold no more facts than fit in memory, and each has its turn', () => {
  fc.assert(
    fc.property(inputs, (wanted) => {
      let left = new Map<string, PassInput>(
        wanted.map(({ name, facts }) => [name, { step: 'compare', data: undefined, facts }]),
      );
      const seen: string[] = [];
      while (left.size > 0) {
        const round = planRound(left, 100);
        expect(countFacts(round.inputs)).toBeLessThanOrEqual(100);
        expect(round.inputs.size).toBeGreaterThan(0);
        seen.push(...round.inputs.keys());
        left = new Map(round.waiting);
      }

      expect(seen.toSorted()).toEqual(wanted.map(({ name }) => name).toSorted());
    }),
    { numRuns: 100 },
  );
});

test('a comparison that holds facts already is ended before others begin', () => {
  const step = { step: 'compare', data: undefined, facts: 60 };

  const round = planRound(
    new Map<string, PassInput>([
      ['one', step],
      ['other', { ...step, isHolding: true }],
    ]),
    100,
  );

  expect([...round.inputs.keys()]).toEqual(['other']);
  expect([...round.waiting.keys()]).toEqual(['one']);
});

test('a comparison that is too large for a round takes part alone', () => {
  const round = planRound(
    new Map([['one', { step: 'compare', data: undefined, facts: 200 }]]),
    100,
  );

  expect([...round.inputs.keys()]).toEqual(['one']);
});
