// Arbitrary states of evidence logs.
import type { LogHead } from '../../../functions/domain/sealing/log-head.ts';
import type { SealedMinute } from '../../../functions/domain/sealing/sealed-minutes.ts';
import { fc } from './properties.ts';
import { count, hash, nouns, text, time } from './nouns.ts';

export const logHead = nouns<LogHead>(
  {
    origin: text,
    verifierKey: text,
    size: count,
    root: hash,
    newest: time,
    lateSince: time,
    batch: fc.record({ from: count, digest: hash }, { noNullPrototype: true }),
  },
  'batch',
  'lateSince',
);

const MINUTE_CHARACTERS = 16;

export const sealedMinute = nouns<SealedMinute>(
  {
    minute: time.map((at) => at.slice(0, MINUTE_CHARACTERS)),
    ranges: fc.array(fc.tuple(count, count)),
    lost: count,
  },
  'lost',
);
