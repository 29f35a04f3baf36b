// The protocol of ADR 125, checked on a model in which every call may take effect at any time: all
// interleavings of requests, two combiners without a lease, crashes and lost answers.
import { describe, expect, test } from '@jest/globals';
import { explore } from '../../support/combining/explore.ts';
import type { Defect, ProtocolSetup } from '../../support/combining/world.ts';

const SOUND = { violations: [], stuck: 0 };

// Money for two of three requests with different keys, of which none gives up.
const THREE: ProtocolSetup = { keys: [0, 1, 2], balance: 2, crashes: 0, losses: 0, giveUp: [] };
const TWO: ProtocolSetup = { ...THREE, keys: [0, 1] };
const ONE: ProtocolSetup = { ...THREE, keys: [0] };
/** Two requests with the same key: a client that did not wait for the answer to the first. */
const TWINS: ProtocolSetup = { ...THREE, keys: [0, 0] };

describe('in every interleaving nothing is lost, doubled or answered wrongly', () => {
  test.each<[string, ProtocolSetup, string[]]>([
    ['three requests', THREE, ['posted', 'refused']],
    ['of which two may give up', { ...THREE, giveUp: [0, 1] }, ['contention', 'posted', 'refused']],
    [
      'one process crashes',
      { ...THREE, crashes: 1, giveUp: [1] },
      ['contention', 'posted', 'refused'],
    ],
    [
      'one of them posts alone',
      { ...THREE, direct: [0], giveUp: [1] },
      ['contention', 'posted', 'refused'],
    ],
    ['two have the same key', { ...THREE, keys: [0, 0, 1] }, ['posted']],
    ['an answer is lost', { ...TWO, losses: 1, giveUp: [0] }, ['contention', 'posted', 'unknown']],
    ['an answer to one of twins is lost', { ...TWINS, losses: 1 }, ['posted']],
    [
      'an answer is lost, and a process crashes',
      { ...TWO, balance: 1, crashes: 1, losses: 1 },
      ['posted', 'refused', 'unknown'],
    ],
  ])('%s', (_, setting, answers) => {
    expect(explore(setting)).toMatchObject({ ...SOUND, answers });
  });
});

test('the model combines: one transaction posts for all who wait', () => {
  expect(explore({ ...THREE, balance: 3 }).combined).toBe(3);
});

describe('a protocol with a defect is caught', () => {
  test.each<[Defect, ProtocolSetup, string]>([
    ['deletes-without-condition', { ...TWO, giveUp: [0] }, 'what is declined is never posted'],
    ['removal-ignores-result', { ...TWO, giveUp: [0] }, 'what is declined is never posted'],
    ['receipt-overwrites', TWINS, 'no key is posted twice'],
    [
      'balance-without-version',
      { ...TWO, balance: 1, direct: [0] },
      'each balance follows from the one before',
    ],
    ['forgets-unconfirmed', { ...ONE, losses: 1, giveUp: [0] }, 'what is declined is never posted'],
    ['gone-means-posted', { ...TWO, balance: 1 }, 'what is acknowledged is posted'],
  ])('%s', (defect, setting, violated) => {
    expect(explore(setting).violations).toEqual([]);
    expect(explore({ ...setting, defect }).violations).toContain(violated);
  });

  test('leaves-what-is-posted: a request would wait for ever', () => {
    expect(explore(TWINS).stuck).toBe(0);
    expect(explore({ ...TWINS, defect: 'leaves-what-is-posted' }).stuck).toBeGreaterThan(0);
  });
});
