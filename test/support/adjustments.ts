// Adjustment requests as a maker, `ada`, and checkers make and decide them.
import { expect } from '@jest/globals';
import type { Called, CallOptions, TestLedger } from './ledger.ts';

/** Posts the entry and gives its id. */
export async function posted({ call }: TestLedger, body: unknown): Promise<string> {
  const answer = await call('postJournalEntry', { body });
  expect(answer.status).toBe(201);
  return (answer.body as { id: string }).id;
}

/** Asks as `ada` for the entry to be reversed or, with an entry to replace it, corrected. */
export function ask(
  { call }: TestLedger,
  journalEntryId: string,
  journal?: unknown,
  options: CallOptions = {},
): Promise<Called> {
  const body = {
    target_type: 'JOURNAL_ENTRY',
    target_id: journalEntryId,
    adjustment_type: journal === undefined ? 'REVERSAL' : 'CORRECTION',
    reason: 'Posted by mistake',
    ...(journal !== undefined && { correction: { journal } }),
  };
  return call('submitFinancialAdjustmentRequest', { body, ...options });
}

/** As `ask`, and gives the request's id. */
export async function asked(
  ledger: TestLedger,
  journalEntryId: string,
  journal?: unknown,
): Promise<string> {
  const answer = await ask(ledger, journalEntryId, journal);
  expect(answer.status).toBe(201);
  return (answer.body as { id: string }).id;
}

/** Approves as `grace`, another operator. */
export function approveAdjustment(
  { call }: TestLedger,
  requestId: string,
  options: CallOptions = {},
): Promise<Called> {
  const path = { requestId };
  return call('approveFinancialAdjustmentRequest', {
    subject: 'grace',
    path,
    body: {},
    ...options,
  });
}

/** Rejects as `grace`. */
export function rejectAdjustment(
  { call }: TestLedger,
  requestId: string,
  options: CallOptions = {},
): Promise<Called> {
  const body = { reason: 'Not needed any more' };
  const path = { requestId };
  return call('rejectFinancialAdjustmentRequest', { subject: 'grace', path, body, ...options });
}
