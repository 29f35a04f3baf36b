// What a page of a filtered list shows of partitions that were read up to different positions: nothing beyond where the
// first of them stopped, because what it has there is unread.
import { expect, test } from '@jest/globals';
import { mergeBranches, mergeNewestFirst } from '../../../functions/ledger/store/filtered-lists.ts';
import type { ReadBranch } from '../../../functions/ledger/store/filtered-lists.ts';

type MergeOrder = Parameters<typeof mergeBranches>[2];

interface PositionedRecord {
  readonly at: string;
  readonly state?: string;
}

/** A branch with records at these positions, of one character each, that stopped at `end` or came to its own. */
const branch = (positions: string, end?: string): ReadBranch<PositionedRecord> => ({
  items: [...positions].map((at) => ({ at })),
  end,
});

/** What the branches show together, and the position at which they end. */
function merge(order: MergeOrder, branches: readonly ReadBranch<PositionedRecord>[]) {
  const { found, end } = mergeBranches(branches, ({ at }) => at, order);
  return [found.map(({ at }) => at).join(''), end];
}

test.each<
  [string, MergeOrder, readonly ReadBranch<PositionedRecord>[], [string, string | undefined]]
>([
  ['one stopped', 'newest first', [branch('95', '5'), branch('872')], ['9875', '5']],
  ['both stopped', 'newest first', [branch('9', '6'), branch('84', '3')], ['98', '6']],
  ['one has found nothing so far', 'newest first', [branch('', '8'), branch('95')], ['9', '8']],
  ['none stopped', 'newest first', [branch('75'), branch('96'), branch('')], ['9765', undefined]],
  ['one stopped', 'oldest first', [branch('15', '5'), branch('238')], ['1235', '5']],
  ['both stopped', 'oldest first', [branch('1', '4'), branch('26', '7')], ['12', '4']],
  ['one has found nothing so far', 'oldest first', [branch('', '3'), branch('25')], ['2', '3']],
  ['none stopped', 'oldest first', [branch('57'), branch('69'), branch('')], ['5679', undefined]],
])('where %s, %s', (_, order, branches, shown) => {
  expect(merge(order, branches)).toEqual(shown);
  expect(merge(order, branches.toReversed())).toEqual(shown);
});

test('a record that two branches show is one, as the last of them has it', () => {
  const pending = [
    { at: '9', state: 'PENDING' },
    { at: '8', state: 'PENDING' },
  ];
  const decided = [{ at: '8', state: 'DECIDED' }];

  const { found } = mergeNewestFirst([{ items: pending }, { items: decided }], ({ at }) => at);

  expect(found).toEqual([
    { at: '9', state: 'PENDING' },
    { at: '8', state: 'DECIDED' },
  ]);
});
