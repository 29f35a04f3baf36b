// The page on a million transfers follows from the bills of docs/costs.md.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const readPage = (page: string) =>
  readFileSync(join(import.meta.dirname, '../../../docs', page), 'utf8');
const toCents = (text: string) => Math.round(Number(text.replaceAll(/[,*\s]/g, '')) * 100);

/** The lines of the bill that each row of the page sums up. */
const ROWS: Readonly<Record<string, readonly string[]>> = {
  DynamoDB: ['DynamoDB writes', 'DynamoDB reads', 'DynamoDB storage', 'point-in-time recovery'],
  'Lambda and API Gateway': ['Lambda invocations', 'Lambda time', 'API Gateway', 'answers sent'],
  'logs and traces': ['log ingestion', 'log storage', 'traces'],
  'alarms, metrics and dashboard': ['alarms', 'metrics', 'dashboard'],
  'keys and secret': ['KMS keys', 'KMS requests', 'KMS signatures', 'secret'],
  'events, exports and evidence': [
    'EventBridge',
    'Step Functions',
    'exports and evidence in S3',
    'S3 writes',
  ],
};

const [, bill = ''] = readPage('costs.md').split('## The bill of a month');
const bills = new Map(
  [...bill.matchAll(/^\| ([^|*]+?)(?:, \$)? \| ([\d.,]+) \| ([\d.,]+) \|/gm)].map(
    ([, line = '', small = '', medium = '']) => [line, [toCents(small), toCents(medium)] as const],
  ),
);

/** The value for a million transfers a month, on the line between the small and the medium institution. */
function interpolate(line: string): number {
  const [small, medium] = bills.get(line) ?? [NaN, NaN];
  const [fewest, most] = (bills.get('transfers a day') ?? [NaN, NaN]).map(
    (cents) => (cents / 100) * 30,
  );
  const part = (1_000_000 - Number(fewest)) / (Number(most) - Number(fewest));
  return small + (medium - small) * part;
}

test('every row is the sum of its lines, for a million transfers', () => {
  const page = readPage('tasks/a-million-transfers.md');
  const written = [...page.matchAll(/^\| ([\w ,*]+?) +\| +([\d.*]+) \|/gm)].map(
    ([, row = '', cents = '']) => [row, toCents(cents)],
  );
  const rows = Object.entries(ROWS).map(
    ([row, lines]) =>
      [row, Math.round(lines.reduce((sum, line) => sum + interpolate(line), 0))] as const,
  );
  const total = rows.reduce((sum, [, cents]) => sum + cents, 0);

  expect(written).toEqual([
    ...rows,
    ['**total**', total],
    ['for a thousand transfers', Math.round(total / 1_000)],
  ]);
  expect(Math.round(interpolate('accounts') / 100_000)).toBe(67);
  expect(page).toContain('about 67,000 accounts');
});

test('every line of the bill is in a row', () => {
  const lines = Object.values(ROWS).flat();
  const others = ['accounts', 'transfers a day', 'for a thousand transfers'];

  expect([...bills.keys()].sort()).toEqual(expect.arrayContaining(lines.toSorted()));
  const dollars = [...bill.slice(0, bill.indexOf('\n## ')).matchAll(/^\| ([^|*]+), \$ \|/gm)].map(
    ([, l]) => l,
  );
  expect(dollars.filter((line) => ![...lines, ...others].includes(String(line)))).toEqual([]);
});
