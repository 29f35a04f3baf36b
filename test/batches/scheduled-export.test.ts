import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { findLastClosedMonth, addYears } from '../../functions/domain/values/calendar-periods.ts';
import { buildScheduleInput } from '../../commands/administration/schedules.ts';
import { callTask, startExports } from '../support/fixtures/batches/exports.ts';
import type { TestExports } from '../support/fixtures/batches/exports.ts';

let exports: TestExports;
beforeAll(async () => {
  exports = await startExports();
});
afterAll(() => exports.stop());

const schedule = { legalBasisCode: 'FEC-552100554', retentionYears: 10 };
const due = (at: string) =>
  JSON.parse(
    buildScheduleInput('acme', schedule).replace('<aws.scheduler.scheduled-time>', at),
  ) as object;

test('exports a month once, however often the schedule fires', async () => {
  const first = await callTask('request-scheduled-export', due('2026-03-03T03:17:00Z'));
  const again = await Promise.all(
    ['2026-03-03T03:17:00Z', '2026-03-31T23:59:59Z'].map((at) =>
      callTask('request-scheduled-export', due(at)),
    ),
  );
  const next = await callTask('request-scheduled-export', due('2026-04-03T03:17:00Z'));
  const { body } = await exports.call('listLegacyBatches');

  expect(again).toEqual([first, first]);
  expect(next).not.toEqual(first);
  expect(body.items.map(({ request }: { request: object }) => request)).toEqual([
    {
      period_from: '2026-03-01',
      period_to: '2026-03-31',
      legal_basis_code: 'FEC-552100554',
      retention_until: '2036-03-31',
    },
    {
      period_from: '2026-02-01',
      period_to: '2026-02-28',
      legal_basis_code: 'FEC-552100554',
      retention_until: '2036-02-28',
    },
  ]);
});

test('requests the format that the schedule names', async () => {
  const named = { ...schedule, legalBasisCode: 'SAFT-DE', format: 'csv' };
  const input = buildScheduleInput('umbrella', named);
  const fired = input.replace('<aws.scheduler.scheduled-time>', '2026-03-03T03:17:00Z');
  await callTask('request-scheduled-export', JSON.parse(fired));
  const { body } = await exports.call('listLegacyBatches', { tenant: 'umbrella' });

  expect(body.items).toMatchObject([{ request: { format: 'csv' }, format: 'csv' }]);
});

test('requests no export whose retention would have ended', async () => {
  const late = { ...schedule, retentionYears: 1 };
  const input = buildScheduleInput('hooli', late);
  const fired = input.replace('<aws.scheduler.scheduled-time>', '2019-03-03T03:17:00Z');

  await expect(callTask('request-scheduled-export', JSON.parse(fired))).rejects.toMatchObject({
    code: 'invalid_retention',
  });
  expect((await exports.call('listLegacyBatches', { tenant: 'hooli' })).body.items).toEqual([]);
});

test.each([
  ['2026-01-01T00:00:00Z', '2025-12-01', '2025-12-31'],
  ['2024-03-01T00:00:00Z', '2024-02-01', '2024-02-29'],
  ['2026-12-31T23:59:59Z', '2026-11-01', '2026-11-30'],
])('at %s the last closed month is %s to %s', (at, from, to) => {
  expect(findLastClosedMonth(new Date(at))).toEqual({ from, to });
});

test('ends the retention of a leap day a day earlier in years without one', () => {
  expect(addYears('2024-02-29', 10)).toBe('2034-02-28');
  expect(addYears('2024-02-28', 10)).toBe('2034-02-28');
});
