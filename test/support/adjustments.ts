// Adjustment requests as a maker, `ada`, and checkers make and decide them.
import { expect } from '@jest/globals';
import type { Called, CallOptions, Caller } from './ledger.ts';

/** Posts the entry and gives its id. */
export async function posted({ call }: Caller, body: unknown): Promise<string> {
  const answer = await call('postJournalEntry', { body });
  expect(answer.status).toBe(201);
  return (answer.body as { id: string }).id;
}

/** Asks as `ada` for the entry to be reversed or, with an entry to replace it, corrected. */
export function ask(
  ledger: Caller,
  journalEntryId: string,
  journal?: unknown,
  options: CallOptions = {},
): Promise<Called> {
  const target = { target_type: 'JOURNAL_ENTRY', target_id: journalEntryId };
  return submit(ledger, target, journal && { journal }, options);
}

/** As `ask`, for a loan transaction. */
export function askOnLoan(
  ledger: Caller,
  transactionId: string,
  lending?: unknown,
  options: CallOptions = {},
): Promise<Called> {
  const target = { target_type: 'TRANSACTION', target_id: transactionId };
  return submit(ledger, target, lending && { lending }, options);
}

function submit(
  { call }: Caller,
  target: object,
  correction: unknown,
  options: CallOptions,
): Promise<Called> {
  const body = {
    ...target,
    adjustment_type: correction === undefined ? 'REVERSAL' : 'CORRECTION',
    reason: 'Posted by mistake',
    ...(correction !== undefined && { correction }),
  };
  return call('submitFinancialAdjustmentRequest', { body, ...options });
}

/** As `ask`, and gives the request's id. */
export async function asked(
  ledger: Caller,
  journalEntryId: string,
  journal?: unknown,
): Promise<string> {
  const answer = await ask(ledger, journalEntryId, journal);
  expect(answer.status).toBe(201);
  return (answer.body as { id: string }).id;
}

/** As `askOnLoan`, and gives the request's id. */
export async function askedOnLoan(
  ledger: Caller,
  transactionId: string,
  lending?: unknown,
): Promise<string> {
  const answer = await askOnLoan(ledger, transactionId, lending);
  expect(answer.status).toBe(201);
  return (answer.body as { id: string }).id;
}

/** Approves as `grace`, another operator. */
export function approveAdjustment(
  { call }: Caller,
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
  { call }: Caller,
  requestId: string,
  options: CallOptions = {},
): Promise<Called> {
  const body = { reason: 'Not needed any more' };
  const path = { requestId };
  return call('rejectFinancialAdjustmentRequest', { subject: 'grace', path, body, ...options });
}
