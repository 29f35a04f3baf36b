// Fiscal years of any century, and times that never go back, whatever the clock of the machine that makes a change.
import { expect, test } from '@jest/globals';
import { defineAccount } from '../../../functions/domain/general-ledger/accounts.ts';
import {
  findYearEnd,
  listYearPeriods,
} from '../../../functions/domain/general-ledger/fiscal-years.ts';
import {
  addClosingEntries,
  buildOpenPeriod,
  completeClosing,
  failClosing,
  reopenPeriod,
  startClosing,
} from '../../../functions/domain/general-ledger/periods.ts';
import {
  changeSettings,
  DEFAULT_GENERAL_LEDGER_SETTINGS,
} from '../../../functions/domain/general-ledger/settings.ts';

const AHEAD = '2026-11-20T09:00:00.500Z';
const BEHIND = new Date('2026-11-20T09:00:00.000Z');
const decision = { requestId: 'glr_1', requestedBy: 'ada', decidedBy: 'bob', now: BEHIND };

test('a year may start in any month of any century', () => {
  expect(listYearPeriods('2024-07')).toEqual([
    ...['07', '08', '09', '10', '11', '12'].map((month) => `2024-${month}`),
    ...['01', '02', '03', '04', '05', '06'].map((month) => `2025-${month}`),
  ]);
  expect(listYearPeriods('0999-12').slice(0, 2)).toEqual(['0999-12', '1000-01']);
  expect(findYearEnd('0998-04')).toBe('0999-03-31');
  expect(findYearEnd('2023-03')).toBe('2024-02-29');
});

test('no change of a period is before the one before, nor before that of the settings', () => {
  const settings = { ...DEFAULT_GENERAL_LEDGER_SETTINGS, version: 1, updatedAt: AHEAD };
  const open = { settings, period: { ...buildOpenPeriod('2026-01'), updatedAt: AHEAD } };
  const closing = startClosing(open, decision);
  const closed = completeClosing(closing, [], BEHIND);
  const changes = [
    closing,
    closed,
    addClosingEntries(closed, [], BEHIND),
    failClosing(closing, 'late', BEHIND),
    reopenPeriod(closed, decision),
  ];

  expect(changes.map(({ period }) => period.updatedAt)).toEqual(changes.map(() => AHEAD));
  expect(changes.map(({ settings: after }) => after.updatedAt)).toEqual(changes.map(() => AHEAD));
  // A period that was never closed has no time of its own.
  const first = startClosing({ settings, period: buildOpenPeriod('2026-01') }, decision);
  expect([first.period.updatedAt, first.settings.updatedAt]).toEqual([BEHIND.toISOString(), AHEAD]);
});

test('no change of the settings or of an account is before the one before', () => {
  const settings = { ...DEFAULT_GENERAL_LEDGER_SETTINGS, version: 1, updatedAt: AHEAD };
  const request = { name: 'Cash', type: 'ASSET' } as const;
  const account = defineAccount('1000', request, undefined, new Date(AHEAD));

  expect(changeSettings(settings, { chart: 'ENFORCED' }, BEHIND)).toMatchObject({
    version: 2,
    updatedAt: AHEAD,
  });
  expect(defineAccount('1000', request, account, BEHIND)).toMatchObject({
    version: 2,
    createdAt: AHEAD,
    updatedAt: AHEAD,
  });
});
