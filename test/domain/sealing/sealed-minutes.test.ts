// Where the leaves of a minute are, as batches are appended to the log.
import { expect, test } from '@jest/globals';
import {
  addLeaves,
  countSealedReceipts,
} from '../../../functions/domain/sealing/sealed-minutes.ts';
import type { SealedMinute } from '../../../functions/domain/sealing/sealed-minutes.ts';

const MINUTE = '2026-11-23T06:39';
const at = (seconds: string) => `${MINUTE}:${seconds}.000Z`;

const sealed: SealedMinute = { minute: MINUTE, ranges: [[4, 7]] };

test('a batch in the order of time continues the range of its minute', () => {
  const leaves = [
    { index: 7, at: at('20') },
    { index: 8, at: at('21') },
  ];

  expect(addLeaves([sealed], leaves, at('10'))).toEqual([{ minute: MINUTE, ranges: [[4, 9]] }]);
});

test('late receipts have a range of their own, though its leaves follow', () => {
  const leaves = [
    { index: 7, at: at('05') },
    { index: 8, at: at('06') },
  ];

  expect(addLeaves([sealed], leaves, at('10'))).toEqual([
    {
      minute: MINUTE,
      ranges: [
        [4, 7],
        [7, 9],
      ],
    },
  ]);
});

test('a batch over two minutes adds to each, and to no other', () => {
  const other = { minute: '2026-11-23T06:38', ranges: [[0, 4]] } as const;
  const leaves = [
    { index: 7, at: at('59') },
    { index: 8, at: '2026-11-23T06:40:00.000Z' },
  ];

  expect(addLeaves([other, sealed], leaves, at('10'))).toEqual([
    { minute: MINUTE, ranges: [[4, 8]] },
    { minute: '2026-11-23T06:40', ranges: [[8, 9]] },
  ]);
});

test('what a restore has lost stays counted, and only there', () => {
  const [minute, next] = addLeaves(
    [{ ...sealed, lost: 2 }],
    [
      { index: 7, at: at('20') },
      { index: 8, at: '2026-11-23T06:40:00.000Z' },
    ],
    at('10'),
  );

  expect(minute).toEqual({ minute: MINUTE, ranges: [[4, 8]], lost: 2 });
  expect(minute && countSealedReceipts(minute)).toBe(2);
  expect(Object.keys(next ?? {})).toEqual(['minute', 'ranges']);
});
