// What can wait for a second operator, and which refusals end a request for good.
import { expect, test } from '@jest/globals';
import {
  isFinalRefusal,
  refuseLargeContent,
  submitChange,
} from '../../../functions/domain/requests/change-requests.ts';
import type { RequestCause } from '../../../functions/domain/requests/change-requests.ts';
import { Refusal } from '../../../functions/domain/refusals/refusals.ts';

const submission = {
  id: 'chg_1',
  requestedBy: 'ada',
  correlationId: 'flow-1',
  now: new Date('2026-11-20T12:00:00.000Z'),
};

function submit(body: string, control: RequestCause = { controls_version: 1 }) {
  const request = { path: {}, body };
  return submitChange({ operation: 'postJournalEntry', request, control }, submission);
}

const tooLarge = expect.objectContaining({ code: 'entry_too_large' });

// As JSON, the request has 21 bytes besides the characters of its body.
test('a request of 150,000 bytes can wait, and a larger one cannot', () => {
  expect(submit('x'.repeat(149_979)).status).toBe('PENDING_APPROVAL');
  expect(() => submit('x'.repeat(149_980))).toThrow(tooLarge);
  // Two bytes each.
  expect(() => submit('é'.repeat(75_000))).toThrow(tooLarge);
});

test('an answer of 150,000 bytes can be stored with its request, and a larger one cannot', () => {
  expect(() => refuseLargeContent('x'.repeat(149_998))).not.toThrow();
  expect(() => refuseLargeContent('x'.repeat(149_999))).toThrow(tooLarge);
  expect(() => refuseLargeContent(undefined)).not.toThrow();
});

test('a long condition makes a reason of 500 characters', () => {
  const when = `amount > 1.00 || ${'amount > 1.00 || '.repeat(100)}true`;

  const { reason, control } = submit('', { when, controls_version: 1 });

  expect(reason).toHaveLength(500);
  expect(reason).toContain('postJournalEntry is under control: amount > 1.00 || ');
  expect(control).toEqual({ when, controls_version: 1 });
});

test('the reason says what has caught the request', () => {
  const controls_version = 1;
  const submitCaught = (operation: string, control?: RequestCause) => {
    const asked = { operation, request: { path: {} }, ...(control && { control }) };
    return submitChange(asked, submission).reason;
  };

  const batch = { operation: 'postJournalEntry', when: 'amount > 1.00', controls_version };
  expect(submitCaught('replaceControls')).toBe('replaceControls always takes two operators.');
  expect(submitCaught('createLoan', { controls_version })).toBe('createLoan is under control');
  expect(submitCaught('postJournalEntries', batch)).toBe(
    'postJournalEntries does what postJournalEntry does, which is under control: amount > 1.00',
  );
  expect(submitCaught('postJournalEntries', { ...batch, error: 'no such member' })).toBe(
    'A control of postJournalEntry cannot be evaluated: no such member',
  );
});

test('a refusal of the moment leaves the request to wait, and one of the ledger ends it', () => {
  expect(isFinalRefusal(new Refusal('insufficient_funds', 'No funds.'))).toBe(true);
  expect(isFinalRefusal(new Refusal('policy_denied', 'Denied.'))).toBe(true);
  expect(isFinalRefusal(new Refusal('contention', 'Busy.'))).toBe(false);
  expect(isFinalRefusal(new Refusal('outcome_unknown', 'Unknown.'))).toBe(false);
  expect(isFinalRefusal(new Error('a defect'))).toBe(false);
});
