// What a soak test counts as a finding, and how it reports what was disturbed when.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { compareIds, countByHarm } from '../../../tools/soak/checks/check.ts';
import {
  countDisturbances,
  findMissingDisturbances,
  formatEntry,
  Timeline,
} from '../../../tools/soak/disturbances/timeline.ts';
import { formatReport, formatSummary } from '../../../tools/soak/report-text.ts';

const folder = mkdtempSync(join(tmpdir(), 'timeline-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function recordTwoDisturbances(name: string) {
  const file = join(folder, name);
  const timeline = new Timeline(file);
  const conflicts = timeline.start({ round: 1, disturbance: 'conflicts', answered: 3 });
  timeline.start({ round: 1, disturbance: 'a slow S3', answered: 3 });
  conflicts.hit('TransactWriteItems');
  conflicts.hit('TransactWriteItems');
  return { file, timeline };
}

test('a disturbance that was caused and never happened is a finding', () => {
  const { timeline } = recordTwoDisturbances('missing.ndjson');
  expect(timeline.isHit).toBe(false);
  timeline.end();

  expect(findMissingDisturbances(countDisturbances(timeline.entries))).toEqual([
    'disturbance "a slow S3" never happened, although it was caused (1x)',
  ]);
});

test('a disturbance that happened at least once is none', () => {
  const { timeline } = recordTwoDisturbances('happened.ndjson');
  timeline.end();
  timeline.start({ round: 2, disturbance: 'a slow S3', answered: 9 }).hit('GET');
  timeline.end();

  const counts = countDisturbances(timeline.entries);

  expect(findMissingDisturbances(counts)).toEqual([]);
  expect(counts.get('a slow S3')).toEqual({ caused: 2, hits: 1 });
});

test('the timeline is written to its file, an occurrence a line', () => {
  const { file, timeline } = recordTwoDisturbances('written.ndjson');
  timeline.end();

  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    {
      round: 1,
      disturbance: 'conflicts',
      at: expect.any(Number),
      lasted: expect.any(Number),
      answered: 3,
      hits: { TransactWriteItems: 2 },
    },
    expect.objectContaining({ disturbance: 'a slow S3', hits: {} }),
  ]);
});

test('the report of findings names what was disturbed', () => {
  const { timeline } = recordTwoDisturbances('reported.ndjson');
  timeline.end();
  const report = {
    seed: 7,
    answered: 10,
    acknowledged: 5,
    refused: new Map(),
    disturbances: countDisturbances(timeline.entries),
    timeline: timeline.entries,
    attempts: new Map(),
    superseded: 0,
    combined: { postings: 3, transactions: 1 },
    checked: [],
    findings: ['aurora: listAccounts acc_1 is lost', 'aurora: the lines of jrn_1 do not balance'],
  };
  const entries = timeline.entries.map((entry) => `  ${formatEntry(entry)}`);

  expect(formatReport(report).split('\n')).toEqual(expect.arrayContaining(entries));
  expect(formatReport(report)).toContain('2 findings: 1 lost, 0 doubled, 1 unexplained.');
  expect(formatReport({ ...report, findings: [] })).not.toContain(entries[0]);
});

test('several soaks are summed up, with the seeds that found something', () => {
  const disturbances = new Map([['conflicts', { caused: 1, hits: 4 }]]);
  const sound = { seed: 1, answered: 500, disturbances, findings: [], milliseconds: 1_800_000 };
  const other = { ...sound, seed: 2, findings: ['aurora: listLoans loan_1 exists twice'] };

  expect(formatSummary([sound, other]).split('\n')).toEqual([
    'Seeds: 2, with 1000 requests answered in 1.00 hours.',
    'Kinds of disturbances: 1: conflicts (2x) 8.',
    '0 lost, 1 doubled, 0 unexplained.',
    'Findings of seed 2: 1.',
  ]);
});

test('findings name what is lost, doubled and not explained by any answer', () => {
  const findings = compareIds('listAccounts', new Set(['a', 'b', 'c']), ['b', 'c', 'c', 'd']);

  expect(findings).toEqual([
    'listAccounts a is lost',
    'listAccounts d was never acknowledged',
    'listAccounts c exists twice',
  ]);
  expect(countByHarm(findings)).toEqual({ lost: 1, doubled: 1, unexplained: 1 });
});
