// What a run must find already, and what may still be in flight, by its time and the start of the run.
import { expect, test } from '@jest/globals';
import { AuditRun } from '../../../functions/verification/audit-run.ts';
import { openStore } from '../../support/invariants/verification.ts';

const STARTED_AT = Date.parse('2026-11-20T02:00:00.000Z');
const SEALING_MS = 60_000;
const DAY_MS = 24 * 60 * 60_000;

const store = openStore({ ledger: 'ledger', receipts: 'receipts' });
const audit = new AuditRun(
  { store, sealingMs: SEALING_MS },
  { startedAt: STARTED_AT, salt: 'salt' },
).auditOf('evidence');

const formatTime = (afterMs: number) => new Date(STARTED_AT + afterMs).toISOString();

// A time further ahead than any run lasts was not made while this one does: it is wrong.
test.each([
  [-SEALING_MS, true],
  [1 - SEALING_MS, false],
  [0, false],
  [DAY_MS, false],
  [DAY_MS + 1, true],
])('a receipt of %i ms after the start is due in the log: %s', (afterMs, isDue) => {
  expect(audit.isDueInLog(formatTime(afterMs))).toBe(isDue);
});

test.each([
  [-1, false],
  [0, false],
  [1, true],
  [DAY_MS - 1, true],
  [DAY_MS, false],
])('a change of %i ms after the start is in flight: %s', (afterMs, isUnderWay) => {
  expect(audit.isUnderWay(formatTime(afterMs))).toBe(isUnderWay);
});
