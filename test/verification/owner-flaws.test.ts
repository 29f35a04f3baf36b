import { expect, test } from '@jest/globals';
import type { Flaw } from '../../functions/verification/difference.ts';
import { OwnerFlaws } from '../../functions/verification/owned-records.ts';

const buildFlaw = (id: string): Flaw => ({
  tenant: 'aurora',
  kind: 'account',
  id,
  field: 'balance',
  stored: '1.00',
  derived: '2.00',
  place: { PK: 'T#aurora#BAL#acc', SK: 'B' },
});

test('keeps the flaws of the owner, however many its records have, and counts the others', () => {
  const flaws = new OwnerFlaws();

  for (let entry = 0; entry < 1_500; entry += 1) flaws.add([buildFlaw(`entry-${entry}`)]);
  flaws.addOwn([buildFlaw('account')], 7);

  expect(flaws.kept).toHaveLength(1_001);
  expect(flaws.kept.at(-1)).toEqual(buildFlaw('account'));
  expect(flaws.unlisted).toBe(507);
});
