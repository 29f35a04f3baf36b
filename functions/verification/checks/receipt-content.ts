// Everything that a receipt states twice is the same both times: its digest is that of its content, its
// time is that of the identifiers of its events, and its author is that of the records.
import { computeReceiptDigest } from '../../ledger/commit/receipt-digest.ts';
import { hex, readText } from '../../ledger/store/attributes.ts';
import { evidenceKeys } from '../../ledger/evidence/keys.ts';
import { readIdTime } from '../../ledger/store/ids.ts';
import { RECEIPT_INDEXES } from '../../ledger/store/indexes.ts';
import type { Item } from '../../ledger/store/item.ts';
import type { VerificationCheck } from '../check.ts';
import type { Flaw } from '../difference.ts';
import { NO_RECORD } from '../difference.ts';
import { readIdempotencyKey } from '../records/record-names.ts';
import { readReceiptContent } from '../records/receipt-content.ts';
import type { ReceiptContent } from '../records/receipt-content.ts';
import type { Members } from '../records/stored-record-form.ts';

type ReceiptFlaw = Pick<Flaw, 'field' | 'stored' | 'derived'>;

export const receiptContent: VerificationCheck = {
  name: 'receipt-content',
  begin: (audit) => ({
    kinds: ['RCP'],
    visit: ({ tenant, item }) => {
      const id = readIdempotencyKey(item);
      const content = readReceiptContent(tenant, item);
      for (const flaw of [
        ...compareDigest(item),
        ...compareFeed(tenant, item),
        ...compareTimes(item, content),
        ...compareAuthors(item, content),
      ]) {
        audit.report({ tenant, kind: 'receipt', id, place: item, ...flaw });
      }
    },
  }),
};

// Receipts of earlier versions have no digest, and no salt either.
function compareDigest(item: Item): ReceiptFlaw[] {
  const isStored = item['digest'] !== undefined;
  if (!isStored && item['salt'] === undefined) return [];
  const stored = isStored ? hex(item, 'digest') : NO_RECORD;
  return compare('digest', stored, computeReceiptDigest(item));
}

// The feed of the evidence log: a receipt in that of another tenant, or in none, would not be sealed.
function compareFeed(tenant: string, item: Item): ReceiptFlaw[] {
  const { partition } = RECEIPT_INDEXES.feed;
  if (item[partition] === undefined && item['salt'] === undefined) return [];
  const stored = readText(item, partition);
  const shard = /F([0-9a-f]{1,2})$/.exec(stored)?.[1] ?? '0';
  return compare(partition, stored, evidenceKeys.feed(tenant, Number.parseInt(shard, 16)));
}

// A receipt and the identifiers of its events are made at one time.
function compareTimes(item: Item, { events }: ReceiptContent): ReceiptFlaw[] {
  const at = readText(item, 'at');
  return events.flatMap(({ id }) => {
    const time = readIdTime(id);
    const made = Number.isNaN(time) ? NO_RECORD : new Date(time).toISOString();
    return compare('at', at, made);
  });
}

/** The nouns of requests that one operator makes and another decides on. */
const REQUESTS = [
  'lifecycle_request',
  'adjustment_request',
  'change_request',
  'period_close',
  'period_reopening',
  'year_close',
  'settings_change',
];

/** The members of an event's payload that name the author of the mutation. */
const AUTHORS: ReadonlyMap<string, string> = new Map([
  ['journal_entry.posted', 'posted_by'],
  ...REQUESTS.flatMap((noun): [string, string][] => [
    [`${noun}.submitted`, 'requested_by'],
    [`${noun}.applied`, 'decided_by'],
    [`${noun}.rejected`, 'decided_by'],
    [`${noun}.failed`, 'decided_by'],
  ]),
  ['regulatory_export.requested', 'requested_by'],
  ['legacy_import.requested', 'requested_by'],
  ['workflow.executed', 'executed_by'],
]);

/** A decision leaves the correlation id of the submission on the request. */
const WITH_CORRELATION = /^journal_entry\.posted$|\.submitted$|\.requested$|^workflow\.executed$/;

function compareAuthors(item: Item, { events }: ReceiptContent): ReceiptFlaw[] {
  return events.flatMap(({ type, payload }) => {
    const author = AUTHORS.get(type);
    const members = (payload ?? {}) as Members;
    // The answer of a loan transaction does not show its journal entry.
    if (author === undefined || members[author] === undefined) return [];
    return [
      ...compare('actor', readText(item, 'actor'), String(members[author])),
      ...(WITH_CORRELATION.test(type)
        ? compare(
            'correlation_id',
            readText(item, 'correlation_id'),
            String(members['correlation_id']),
          )
        : []),
    ];
  });
}

function compare(field: string, stored: string, derived: string): ReceiptFlaw[] {
  return stored === derived ? [] : [{ field, stored, derived }];
}
