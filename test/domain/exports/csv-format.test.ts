// The rows of a CSV export: each side of the journal has its own columns, whose sums are the control
// totals, and every text comes back exactly. Files from before that are still read.
import { Readable } from 'node:stream';
import { expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { artifactFile } from '../../../commands/artifact-check/artifact-file.ts';
import type {
  ArtifactFact,
  ExportClaims,
} from '../../../functions/domain/exports/artifact-facts.ts';
import { EARLIER_CSV_NAMES } from '../../../functions/domain/exports/csv-columns.ts';
import { csvFormat } from '../../../functions/domain/exports/csv-format.ts';
import {
  RunningTotals,
  toControlTotalsView,
  ZERO_TOTALS,
} from '../../../functions/domain/exports/control-totals.ts';
import type { ExportScope } from '../../../functions/domain/exports/export-scope.ts';
import type { JournalEntry } from '../../../functions/domain/journal/journal.ts';
import { restoreText } from '../../../functions/domain/values/csv-text.ts';
import { formatMoney, money, parseMinor } from '../../../functions/domain/values/money.ts';
import { fc } from '../../support/nouns/properties.ts';

const SCOPE: ExportScope = {
  legalBasisCode: 'ACT-1',
  periodFrom: '2026-01-01',
  periodTo: '2026-01-31',
  encoding: 'UTF-8',
};

const minor = fc.bigInt({ min: 1n, max: 10n ** 36n });
const direction = fc.constantFrom('DEBIT' as const, 'CREDIT' as const);
const text = fc.string({ unit: fc.constantFrom(...'=+-@＝＋－＠\'",;\t\r\n\0a 1é') });

interface Draft {
  readonly currency: string;
  readonly amounts: readonly bigint[];
  readonly postings: readonly { readonly side: 'DEBIT' | 'CREDIT'; readonly value: bigint }[];
  readonly texts: readonly string[];
}

const drafts = fc.array(
  fc.record({
    currency: fc.constantFrom('EUR', 'USD'),
    amounts: fc.array(minor, { minLength: 1, maxLength: 2 }),
    postings: fc.array(fc.record({ side: direction, value: minor }), { maxLength: 3 }),
    texts: fc.tuple(text, text, text, text, text),
  }),
  { maxLength: 4 },
);

function buildEntry({ currency, amounts, postings, texts }: Draft, index: number): JournalEntry {
  const [accountCode = '', description = '', postedBy = '', correlationId = ''] = texts;
  return {
    id: `jrn_${index}`,
    entryType: 'POSTING',
    currency,
    ledgerLines: amounts.flatMap((value) => [
      { accountCode, side: 'DEBIT' as const, amount: money(value, currency) },
      { accountCode, side: 'CREDIT' as const, amount: money(value, currency) },
    ]),
    postings: postings.map(({ side, value }, at) => ({
      accountId: `acc_${at}`,
      direction: side,
      amount: money(value, currency),
      balanceAfter: money(-value, currency),
      reference: texts[4] ?? '',
      entryId: `ent_${index}_${at}`,
      sequence: at + 1,
    })),
    description,
    effectiveDate: '2026-01-15',
    postedBy,
    correlationId,
    postedAt: '2026-01-15T10:00:00.000Z',
  };
}

function writeFile(entries: readonly JournalEntry[]) {
  const totals = new RunningTotals(ZERO_TOTALS);
  entries.forEach((entry) => totals.add(entry));
  const rows = entries.flatMap((entry) => csvFormat.entry({ entry, hashes: [] }, SCOPE));
  const file = [csvFormat.prologue(totals.now, SCOPE), ...rows].join('');
  return { file, totals: toControlTotalsView(totals.now) };
}

function parseRows(file: string): Record<string, string>[] {
  return parse(file, { columns: true, record_delimiter: '\r\n' });
}

const buildClaims = (version: 1 | 2): ExportClaims => ({
  manifest_version: version,
  period: { from: '2026-01-01', to: '2026-01-31' },
  watermark: '2026-02-01T00:00:00.000Z',
  control_totals: writeFile([]).totals,
});

async function readFacts(file: string, version: 1 | 2 = 2): Promise<ArtifactFact[]> {
  const content = artifactFile(Readable.from([Buffer.from(file)]), {
    name: 'export.csv',
    encoding: 'UTF-8',
  });
  const facts: ArtifactFact[] = [];
  for await (const fact of csvFormat.check(content, buildClaims(version))) facts.push(fact);
  return facts;
}

const listFaults = (facts: readonly ArtifactFact[]) =>
  facts.flatMap((fact) => (fact.kind === 'FAULT' ? [fact.sentence] : []));

test('adding up a column gives the figure of the manifest, for each currency and for all', () => {
  fc.assert(
    fc.property(drafts, (given) => {
      const { file, totals } = writeFile(given.map(buildEntry));
      const rows = parseRows(file);
      const sum = (column: string, currency?: string) => {
        const cells = rows.filter((row) => currency === undefined || row['currency'] === currency);
        const amounts = cells.map((row) => row[column] ?? '').filter((cell) => cell !== '');
        return formatMoney(
          money(
            amounts.map(parseMinor).reduce((a, b) => a + b, 0n),
            'XXX',
          ),
        );
      };
      for (const [side, name] of [
        ['ledger', 'general_ledger'],
        ['posting', 'postings'],
      ] as const) {
        const { total_debits, total_credits, by_currency } = totals[name];
        expect(total_debits).toBe(sum(`${side}_debit`));
        expect(total_credits).toBe(sum(`${side}_credit`));
        for (const { currency, ...sums } of by_currency) {
          expect(sums.total_debits).toBe(sum(`${side}_debit`, currency));
          expect(sums.total_credits).toBe(sum(`${side}_credit`, currency));
        }
      }
    }),
  );
});

test('a reader restores every text exactly, and no amount is changed', async () => {
  const property = fc.asyncProperty(drafts, async (given) => {
    const entries = given.map(buildEntry);
    const { file } = writeFile(entries);
    const rows = parseRows(file);
    const facts = await readFacts(file);
    const references = facts.flatMap((fact) =>
      fact.kind === 'ACCOUNT_POSTING' ? [fact.reference] : [],
    );

    expect(listFaults(facts)).toEqual([]);
    expect(references).toEqual(
      entries.flatMap(({ postings }) => postings.map(({ reference }) => reference)),
    );
    for (const entry of entries) {
      const [line] = rows.filter((row) => row['journal_entry_id'] === entry.id);
      const cell = (name: string) => restoreText(line?.[name] ?? '');
      expect(cell('account_code')).toBe(entry.ledgerLines[0]?.accountCode);
      expect(cell('description')).toBe(entry.description);
      expect(cell('posted_by')).toBe(entry.postedBy);
      expect(cell('correlation_id')).toBe(entry.correlationId);
    }
    const balances = rows.map((row) => row['balance_after']).filter((cell) => cell !== '');
    expect(balances.every((cell) => /^-\d+\.\d{2}$/.test(cell ?? ''))).toBe(true);
  });
  await fc.assert(property);
});

const ENTRY = buildEntry(
  {
    currency: 'EUR',
    amounts: [700n],
    postings: [{ side: 'CREDIT', value: 500n }],
    texts: ['=1+1', 'Rent', 'op_1', 'c-1', '+49 30'],
  },
  1,
);

const MISPLACED = /^row \d: it has not exactly one amount, in (ledger|posting)_debit/;

test.each([
  ['an amount in the columns of the other side', ',,,,5.00,EUR', ',,5.00,,,EUR', MISPLACED],
  ['amounts in both', ',7.00,,,,EUR', ',7.00,,5.00,,EUR', MISPLACED],
  ['no amount', ',7.00,,,,EUR', ',,,,,EUR', MISPLACED],
  ['what a spreadsheet makes of an amount', ',7.00,,,,EUR', ',7,,,,EUR', /^row 1: 7 is no amount$/],
  ['such a balance', ',EUR,-5.00,', ',EUR,-5,', /^row 3: -5 is no amount$/],
])('the check finds %s', async (_, sound, planted, sentence) => {
  const { file } = writeFile([ENTRY]);
  expect(file).toContain(sound);
  const faults = listFaults(await readFacts(file.replace(sound, planted)));

  expect(faults.join()).toMatch(sentence);
});

test('the check finds a text that a spreadsheet would run', async () => {
  const { file } = writeFile([ENTRY]);
  const faults = listFaults(await readFacts(file.replace("'+49", '+49')));

  expect(faults).toEqual(['row 3: a spreadsheet would run its reference as a formula']);
});

test('reads a file from before both sides had their own columns, whose texts are as stored', async () => {
  const start = 'jrn_1,2026-01-15T10:00:00.000Z,POSTING';
  const end = 'Rent,2026-01-15,,,,,,op_1,c-1';
  const file = [
    EARLIER_CSV_NAMES.join(','),
    `${start},LEDGER_LINE,1,=1+1,,7.00,,EUR,,,,,,,${end}`,
    `${start},LEDGER_LINE,2,2000,,,7.00,EUR,,,,,,,${end}`,
    `${start},ACCOUNT_POSTING,1,,acc_1,,5.00,EUR,5.00,1,ent_1,jrn_1#1,,'=1,${end}`,
    '',
  ].join('\r\n');
  const facts = await readFacts(file, 1);

  expect(facts).toMatchObject([
    { kind: 'LEDGER_LINE', debit: '7.00', credit: '' },
    { kind: 'LEDGER_LINE', debit: '', credit: '7.00' },
    { kind: 'ACCOUNT_POSTING', direction: 'CREDIT', amount: '5.00', reference: "'=1" },
  ]);
  expect(listFaults(await readFacts(file, 2))).toContain(
    'the heading is not the 27 columns of the format',
  );
});

test.each([
  ['2025-12-31T23:59:59.999Z', false],
  ['2026-01-01T00:00:00.000Z', true],
  ['2026-01-31T23:59:59.999Z', true],
  ['2026-02-01T00:00:00.000Z', false],
])('an entry posted at %s is within the period: %s', async (postedAt, isInside) => {
  const faults = listFaults(await readFacts(writeFile([{ ...ENTRY, postedAt }]).file));
  const outside = `entry jrn_1 was posted outside of the period: ${postedAt}`;

  expect([...new Set(faults)]).toEqual(isInside ? [] : [outside]);
});

test('the check finds entries that are not in posting order', async () => {
  const later = { ...ENTRY, id: 'jrn_2' };
  const check = async (entries: readonly JournalEntry[]) =>
    listFaults(await readFacts(writeFile(entries).file));

  expect(await check([ENTRY, later])).toEqual([]);
  expect(await check([later, ENTRY])).toEqual(['entry jrn_1 is not in posting order']);
});
