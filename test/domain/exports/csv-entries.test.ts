// The digest of a journal entry is the same from its stored item and from the rows of a CSV export, and no
// cell of the file can be changed without another digest or a fault.
import { Readable } from 'node:stream';
import { expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { artifactFile } from '../../../commands/artifact-check/artifact-file.ts';
import {
  buildEntryStatement,
  computeEntryDigest,
} from '../../../functions/domain/evidence/entry-digest.ts';
import { EARLIER_CSV_NAMES } from '../../../functions/domain/exports/csv-columns.ts';
import { readCsvEntries } from '../../../functions/domain/exports/csv-entries.ts';
import { csvFormat } from '../../../functions/domain/exports/csv-format.ts';
import { ZERO_TOTALS } from '../../../functions/domain/exports/control-totals.ts';
import type { ExportScope } from '../../../functions/domain/exports/export-scope.ts';
import { fromChainedItem, toJournalItem } from '../../../functions/ledger/journal/items.ts';
import type { ChainedEntry } from '../../../functions/ledger/journal/items.ts';
import { money } from '../../../functions/domain/values/money.ts';
import { fc } from '../../support/nouns/properties.ts';
import { hash } from '../../support/nouns/nouns.ts';
import { fromJournalItem } from '../../support/nouns/posted-nouns.ts';

const SCOPE: ExportScope = {
  legalBasisCode: 'ACT-1',
  periodFrom: '2026-01-01',
  periodTo: '2026-01-31',
  encoding: 'UTF-8',
};

function writeFile(entries: readonly ChainedEntry[]): string {
  const rows = entries.flatMap((exported) => csvFormat.entry(exported, SCOPE));
  return [csvFormat.prologue(ZERO_TOTALS, SCOPE), ...rows].join('');
}

/** Reads the digests of the entries of a file, and its faults as sentences. */
async function readDigests(file: string, version: 1 | 2 = 2): Promise<string[]> {
  const content = artifactFile(Readable.from([Buffer.from(file)]), {
    name: 'export.csv',
    encoding: 'UTF-8',
  });
  const found: string[] = [];
  for await (const fact of readCsvEntries(content, { manifest_version: version })) {
    found.push(fact.kind === 'ENTRY' ? computeEntryDigest(fact.statement) : fact.sentence);
  }
  return found;
}

const computeStoredDigest = ({ entry, hashes }: ChainedEntry) =>
  computeEntryDigest(buildEntryStatement(entry, hashes));

const chained = fc
  .tuple(fromJournalItem.any, fc.array(hash, { minLength: 4, maxLength: 4 }), fc.boolean())
  .filter(([{ ledgerLines, postings }]) => ledgerLines.length + postings.length > 0)
  .map(([entry, hashes, isChained]) => {
    const own = isChained ? hashes.slice(0, entry.postings.length) : [];
    return fromChainedItem(toJournalItem('tenant-a', entry, own));
  });

test('stored entries and the rows of their export have the same digests', async () => {
  const property = fc.asyncProperty(fc.array(chained, { maxLength: 4 }), async (entries) => {
    expect(await readDigests(writeFile(entries))).toEqual(entries.map(computeStoredDigest));
  });
  await fc.assert(property);
});

const amount = money(12_345n, 'EUR');
const ENTRY: ChainedEntry = {
  entry: {
    id: 'jrn_1',
    entryType: 'POSTING',
    ledgerLines: [
      { accountCode: '1000', side: 'DEBIT', amount },
      { accountCode: '2000', side: 'CREDIT', amount },
    ],
    postings: [
      {
        accountId: 'acc_1',
        direction: 'CREDIT',
        amount,
        balanceAfter: amount,
        sequence: 7,
        entryId: 'ent_1',
        reference: '=SUM(A1)',
      },
      {
        accountId: 'acc_2',
        direction: 'DEBIT',
        amount,
        balanceAfter: amount,
        sequence: 8,
        entryId: 'ent_2',
      },
    ],
    currency: 'EUR',
    description: 'Rent',
    effectiveDate: '2026-01-15',
    postedBy: 'opr_1',
    correlationId: 'cor-1',
    postedAt: '2026-01-15T10:00:00.000Z',
  },
  hashes: ['ab'.repeat(32), 'cd'.repeat(32)],
};

const ROWS = parse(writeFile([ENTRY]), { record_delimiter: '\r\n' });
const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
const toFile = (rows: readonly (readonly string[])[]) =>
  rows.map((row) => `${row.map(quote).join(',')}\r\n`).join('');

test('the digest of an entry does not change', () => {
  // Logs have digests of this form: a change here would make their entries unverifiable.
  expect(computeStoredDigest(ENTRY)).toBe(
    '1a27c2d08cffc866ac2bfacc708053b2db34fc0526632f6351f95d2d426d7ab5',
  );
});

test('every changed cell gives a fault or another digest', async () => {
  const sound = computeStoredDigest(ENTRY);
  const own = ROWS.map((row, at) => ({ row, at })).slice(1);
  const cells = own.flatMap(({ row, at }) => row.map((_, column) => [at, column] as const));
  const changed = cells.flatMap(([at, column]) => {
    const cell = ROWS[at]?.[column] ?? '';
    const others = [`${cell}x`, `x${cell}`, '', '0', '1.00', `0${cell}`].filter(
      (other) => other !== cell,
    );
    return others.map((other) => ROWS.with(at, (ROWS[at] ?? []).with(column, other)));
  });
  const results = await Promise.all(changed.map((rows) => readDigests(toFile(rows))));
  const unnoticed = results.filter((found) => found.length === 1 && found[0] === sound);

  expect(await readDigests(toFile(ROWS))).toEqual([sound]);
  expect(changed.length).toBeGreaterThan(500);
  expect(unnoticed).toEqual([]);
});

test.each([
  ['exchanged', [0, 2, 1, 3, 4], 'are not numbered from 1'],
  ['exchanged between the kinds', [0, 1, 3, 2, 4], 'are not ledger lines and then postings'],
  ['left out', [0, 2, 3, 4], 'are not numbered from 1'],
  ['repeated', [0, 1, 2, 2, 3, 4], 'are not numbered from 1'],
])('rows that were %s are a fault', async (_, order, fault) => {
  const rows = order.map((at) => ROWS[at] ?? []);

  expect((await readDigests(toFile(rows))).join()).toContain(fault);
});

test.each([
  ['more', (row: readonly string[]) => [...row, 'note'], 'row 4 has 28 columns, not 27'],
  ['less', (row: readonly string[]) => row.slice(0, -1), 'row 4 has 26 columns, not 27'],
])('a row with a cell %s is a fault of its entry', async (_, change, fault) => {
  const rows = ROWS.with(4, change(ROWS[4] ?? []));

  expect(await readDigests(toFile(rows))).toEqual([fault]);
});

test('a last row that was left out gives another digest', async () => {
  expect(await readDigests(toFile(ROWS.slice(0, -1)))).not.toEqual([computeStoredDigest(ENTRY)]);
});

test('files from before both sides had their own columns are read', async () => {
  const [debit = -1, credit = -1] = ['ledger_debit', 'ledger_credit'].map((name) =>
    (ROWS[0] ?? []).indexOf(name),
  );
  const rows = ROWS.slice(1).map((row) => {
    const sides = [0, 1].map((side) => (row[debit + side] ?? '') || (row[debit + 2 + side] ?? ''));
    const cells = [...row.slice(0, debit), ...sides, ...row.slice(credit + 3)];
    return cells.map((cell) => (cell === "'=SUM(A1)" ? '=SUM(A1)' : cell));
  });

  expect(await readDigests(toFile([EARLIER_CSV_NAMES, ...rows]), 1)).toEqual([
    computeStoredDigest(ENTRY),
  ]);
});
