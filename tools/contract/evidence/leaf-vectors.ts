// Vectors of what the leaves mean: receipt entries, and the digests of journal entries from the rows of a
// CSV export.
import {
  computeJsonDigest,
  formatCanonicalJson,
} from '../../../functions/domain/values/canonical-json.ts';
import {
  buildEntryStatement,
  computeEntryDigest,
} from '../../../functions/domain/evidence/entry-digest.ts';
import { hashLeaf } from '../../../functions/domain/evidence/merkle-tree.ts';
import {
  buildReceiptEntry,
  listRecords,
} from '../../../functions/domain/evidence/receipt-entry.ts';
import type { ReceiptFacts } from '../../../functions/domain/evidence/receipt-entry.ts';
import { CSV_NAMES } from '../../../functions/domain/exports/csv-columns.ts';
import { csvFormat } from '../../../functions/domain/exports/csv-format.ts';
import { DEFAULT_ENCODING } from '../../../functions/domain/exports/export-encoding.ts';
import type { ExportedEntry } from '../../../functions/domain/exports/export-format.ts';
import { money } from '../../../functions/domain/values/money.ts';
import { toBase64 } from './tree-vectors.ts';

const SCOPE = {
  legalBasisCode: 'BANKING-ACT-24',
  periodFrom: '2026-01-01',
  periodTo: '2026-01-31',
  encoding: DEFAULT_ENCODING,
};

/** Too many for the complete list of records. */
const MANY_EVENTS = 600;

const jpy = (amount: bigint) => money(amount, 'JPY');
const eur = (amount: bigint) => money(amount, 'EUR');

const exportedEntries: Readonly<Record<string, ExportedEntry>> = {
  transfer: {
    entry: {
      id: 'jrn_019bc0de-0000-7000-8000-000000000001',
      entryType: 'POSTING',
      currency: 'EUR',
      ledgerLines: [
        { accountCode: '2000', side: 'DEBIT', amount: eur(12_345n) },
        { accountCode: '2000', side: 'CREDIT', amount: eur(12_345n) },
      ],
      postings: [
        {
          entryId: 'ent_019bc0de-0000-7000-8000-000000000002',
          accountId: 'acc_019bc0de-0000-7000-8000-00000000000a',
          direction: 'DEBIT',
          amount: eur(12_345n),
          balanceAfter: eur(87_655n),
          sequence: 12,
          reference: '+49 30 1234',
        },
        {
          entryId: 'ent_019bc0de-0000-7000-8000-000000000003',
          accountId: 'acc_019bc0de-0000-7000-8000-00000000000b',
          direction: 'CREDIT',
          amount: eur(12_345n),
          balanceAfter: eur(12_345n),
          sequence: 1,
        },
      ],
      description: 'Miete "Januar", =Nr. 7',
      effectiveDate: '2026-01-15',
      postedBy: 'opr_1',
      correlationId: 'cor-1',
      postedAt: '2026-01-15T10:00:00.000Z',
    },
    hashes: ['ab'.repeat(32), 'cd'.repeat(32)],
  },
  reversal_without_postings: {
    entry: {
      id: 'jrn_019bc0de-0000-7000-8000-000000000004',
      entryType: 'REVERSAL',
      ledgerLines: [
        { accountCode: '=1000', side: 'DEBIT', amount: jpy(10n ** 36n) },
        { accountCode: '4000', side: 'CREDIT', amount: jpy(10n ** 36n) },
      ],
      postings: [],
      currency: 'JPY',
      effectiveDate: '2026-01-16',
      reversesJournalEntryId: 'jrn_019bc0de-0000-7000-8000-000000000005',
      adjustmentRequestId: 'far_019bc0de-0000-7000-8000-000000000006',
      postedBy: 'opr_2',
      correlationId: 'cor-2',
      postedAt: '2026-01-16T10:00:00.000Z',
    },
    hashes: [],
  },
};

const RECEIPT_ID = 'rcp_00112233445566778899aabbccddeeff';

const receipt: Omit<ReceiptFacts, 'events' | 'journalEntries'> = {
  receiptId: RECEIPT_ID,
  at: '2026-01-15T10:00:00.000Z',
  operation: 'postJournalEntry',
  actor: 'opr_1',
  correlationId: 'cor-1',
  fingerprint: '5f'.repeat(32),
  status: 201,
  answer: '{"id":"jrn_019bc0de-0000-7000-8000-000000000001"}',
  digest: '7e'.repeat(16),
  salt: Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex'),
};

/** The vectors of docs/evidence/vectors/leaves.json. */
export function buildLeafVectors(): object {
  const entries = Object.entries(exportedEntries).map(([name, exported]) => {
    const statement = buildEntryStatement(exported.entry, exported.hashes);
    return {
      name,
      csv: [`${CSV_NAMES.join(',')}\r\n`, ...csvFormat.entry(exported, SCOPE)],
      statement: formatCanonicalJson(statement),
      digest: computeEntryDigest(statement),
    };
  });
  const journalEntries = entries.slice(0, 1).map(({ digest }) => {
    return { id: 'jrn_019bc0de-0000-7000-8000-000000000001', digest };
  });
  const payload = { amount: '123.45', description: 'Miete "Januar", =Nr. 7', währung: 'EUR' };
  const events = [
    { type: 'journal_entry.posted', aggregateId: journalEntries[0]?.id ?? '', payload },
  ];
  const many = Array.from({ length: MANY_EVENTS }, (_, n) => {
    return { type: 'policy.rule_matched', aggregateId: `jrn_${n}`, payload: { n } };
  });
  return {
    journal_entries: entries,
    receipts: [
      describeReceipt('one journal entry', { ...receipt, events, journalEntries }),
      describeReceipt('no records', { ...receipt, events: [], journalEntries: [] }),
      describeReceipt('adopted', {
        ...receipt,
        events,
        journalEntries,
        adoptedAt: '2027-02-01T12:00:00.000Z',
      }),
    ],
    many_records: {
      events: MANY_EVENTS,
      records_sha256: computeJsonDigest(listRecords({ events: many, journalEntries })),
      ...describeEntry({ ...receipt, events: many, journalEntries }),
    },
  };
}

function describeReceipt(name: string, facts: ReceiptFacts): object {
  const { answer, events } = facts;
  return { name, answer, payloads: events.map(({ payload }) => payload), ...describeEntry(facts) };
}

function describeEntry(facts: ReceiptFacts): object {
  const entry = buildReceiptEntry(facts);
  return { entry: entry.toString(), leaf_hash: toBase64(hashLeaf(entry)) };
}
