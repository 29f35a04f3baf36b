// Products and rules to test with.
import { expect } from '@jest/globals';
import type { Called, CallOptions, Caller } from './ledger.ts';

/** A rule that denies debits above 1000.00. */
export function rule(change: Record<string, unknown> = {}) {
  return {
    rule_type: 'LIMIT',
    condition: 'posting.direction == "DEBIT" && amount > 1000.00',
    action: { type: 'DENY', message: 'No more than 1000.00 at once.' },
    ...change,
  };
}

export function feeRule(amount: string, change: Record<string, unknown> = {}) {
  return rule({
    rule_type: 'FEE',
    condition: 'posting.direction == "DEBIT"',
    action: { type: 'CHARGE_FEE', amount, income_account_code: '4000-FEES' },
    ...change,
  });
}

/** A published product of that id. */
export async function publish(
  { call }: Caller,
  id: string,
  config: Record<string, unknown> = {},
  options: CallOptions = {},
): Promise<Called> {
  const answer = await call('upsertProduct', { ...options, body: { id, type: 'TEST', config } });
  expect(answer.status).toBe(201);
  return answer;
}

/** A created rule of the product. */
export async function createdRule(
  { call }: Caller,
  productId: string,
  change: Record<string, unknown> = {},
  options: CallOptions = {},
): Promise<Called> {
  const path = { productId };
  const answer = await call('createRule', { ...options, path, body: rule(change) });
  expect(answer.status).toBe(201);
  return answer;
}
