import { expect, test } from '@jest/globals';
import { MONTHLY } from '../../../commands/administration/schedules.ts';
import {
  buildScheduledRequest,
  listNextRuns,
} from '../../../functions/domain/batches/export-schedules.ts';
import { parseScheduleExpression } from '../../../local/schedules/schedule-expression.ts';

const TERMS = { legalBasisCode: 'BANKING-ACT-24', retentionYears: 10 };

test('lists the next runs with their months', () => {
  expect(listNextRuns(TERMS, new Date('2026-11-23T09:30:00Z'))).toEqual([
    {
      dueAt: '2026-12-03T03:17:00.000Z',
      periodFrom: '2026-11-01',
      periodTo: '2026-11-30',
      retentionUntil: '2036-11-30',
    },
    {
      dueAt: '2027-01-03T03:17:00.000Z',
      periodFrom: '2026-12-01',
      periodTo: '2026-12-31',
      retentionUntil: '2036-12-31',
    },
    {
      dueAt: '2027-02-03T03:17:00.000Z',
      periodFrom: '2027-01-01',
      periodTo: '2027-01-31',
      retentionUntil: '2037-01-31',
    },
  ]);
});

// The expression is what EventBridge Scheduler has.
test.each([
  '2026-11-03T03:16:59.999Z',
  '2026-11-03T03:17:00.000Z',
  '2026-11-30T23:59:59.999Z',
  '2026-12-31T12:00:00.000Z',
  '2028-02-29T00:00:00.000Z',
])('at %s the runs are those of the expression', (at) => {
  const now = new Date(at);
  const next = parseScheduleExpression(MONTHLY);
  const due: (Date | undefined)[] = [];
  for (let after = now; due.length < 3; after = due.at(-1) ?? now) due.push(next(after, now));

  expect(listNextRuns(TERMS, now).map(({ dueAt }) => dueAt)).toEqual(
    due.map((time) => time?.toISOString()),
  );
});

test('a run has the format that the schedule names', () => {
  const at = new Date('2026-11-23T09:30:00Z');
  expect(buildScheduledRequest({ ...TERMS, format: 'csv' }, at)).toEqual({
    period_from: '2026-10-01',
    period_to: '2026-10-31',
    legal_basis_code: 'BANKING-ACT-24',
    retention_until: '2036-10-31',
    format: 'csv',
  });
  expect(buildScheduledRequest(TERMS, at)).not.toHaveProperty('format');
});
