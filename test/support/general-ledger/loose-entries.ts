// Entries whose ledger lines do not move the control accounts as their postings move the accounts.
import { expect } from '@jest/globals';
import { buildEntryBody } from '../../../tools/samples/request-bodies.ts';

/** A credit of 700.00 beside lines of 1.00, or of another amount, on the given codes. */
export function buildLooseBody(
  account: string,
  codes: readonly [string, string] = ['1000', '2000'],
  sum = '1.00',
) {
  return buildEntryBody(sum, codes, [
    { account_id: account, direction: 'CREDIT', amount: '700.00', currency: 'EUR' },
  ]);
}

/** A difference as an entry shows it. */
export function buildDifference(account_code: string, expected: string, found: string) {
  return { account_code, expected, found };
}

/** The refusal of an entry whose difference is in the message. */
export function matchMismatch(message: string) {
  return {
    statusCode: 409,
    code: 'control_account_mismatch',
    message: expect.stringContaining(message),
  };
}
