import { RECORD_KINDS } from '../../../functions/ledger/record-kinds.ts';
import type { RecordKind } from '../../../functions/ledger/record-kinds.ts';

const WORDS: Readonly<Record<string, string>> = {
  text: '.+',
  number: '\\d+',
  minute: '\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}',
  shard: '[0-9a-f]{2}',
  time: '\\d{4}-\\d{2}-\\d{2}T[\\d:.]+Z',
};

/** The form of the keys of a kind as a pattern: `{jrn|txn} | R`. */
export function buildKeyPattern(kind: RecordKind): RegExp {
  const { key } = RECORD_KINDS[kind];
  const [partition = '', sort = ''] = key
    .replace(/\{(.+?)\}/g, (_, choices: string) => `(${choices.replaceAll('|', '¦')})`)
    .replace(/[a-z]+/g, (word) => WORDS[word] ?? `${word}_[0-9a-f-]{36}`)
    .split('|')
    .map((part) => part.trim().replaceAll('¦', '|'));
  return new RegExp(`^T#[^#]+#${kind}${partition && `#${partition}`} ${sort}$`);
}
