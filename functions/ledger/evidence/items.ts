// How the state of an evidence log is stored.
import type { LogHead } from '../../domain/sealing/log-head.ts';
import type { SealedMinute } from '../../domain/sealing/sealed-minutes.ts';
import { readText } from '../store/attributes.ts';
import { count, hex, json, readOptionalText, text, unstored } from '../store/field-kinds.ts';
import { fields } from '../store/fields.ts';

export const logHeadFields = fields<LogHead>()({
  origin: text('origin'),
  verifierKey: text('verifier_key'),
  size: count('size'),
  root: hex('root'),
  newest: text('newest'),
  lateSince: readOptionalText(text('late_since')),
  batch: readOptionalText(json('batch')),
});

export const sealedMinuteFields = fields<SealedMinute>()({
  minute: unstored('minute', (item) => readText(item, 'SK')),
  ranges: json('ranges'),
  lost: readOptionalText(count('lost')),
});
