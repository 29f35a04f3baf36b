// What callers do before and after the restore: requests over HTTP, and what they answer.
import { randomUUID } from 'node:crypto';
import type { RunningProduct } from '../bench/load/running-product.ts';
import { buildAccountBody, buildCreditBody } from '../samples/request-bodies.ts';

export interface ExercisePosting {
  readonly key: string;
  readonly body: object;
  readonly answer: string;
}

export async function createAccount(product: RunningProduct): Promise<string> {
  const body = buildAccountBody({ product_id: 'current' });
  const request = { method: 'POST', path: '/api/accounts', permission: 'finance.write' } as const;
  return JSON.parse(await product.requireSuccess({ ...request, body, key: randomUUID() })).id;
}

export async function postEntries(
  product: RunningProduct,
  account: string,
  count: number,
): Promise<ExercisePosting[]> {
  const body = buildCreditBody(account, '1.00');
  const postings = Array.from({ length: count }, () => ({ key: randomUUID(), body, answer: '' }));
  for (const posting of postings) posting.answer = await sendPosting(product, posting);
  return postings;
}

export function sendPosting(
  product: RunningProduct,
  { key, body }: ExercisePosting,
): Promise<string> {
  const request = { method: 'POST', path: '/api/journal-entries', permission: 'finance.write' };
  return product.requireSuccess({ ...request, permission: 'finance.write', body, key });
}

export async function readBalance(product: RunningProduct, account: string): Promise<string> {
  const path = `/api/accounts/${account}/balance`;
  const answer = await product.requireSuccess({ method: 'GET', path, permission: 'finance.read' });
  return JSON.parse(answer).balance;
}

/** The number of journal entries in the projection. */
export async function countProjected(product: RunningProduct): Promise<number> {
  const path = '/api/projections/ledger-activity?limit=1000';
  const answer = await product.requireSuccess({ method: 'GET', path, permission: 'finance.read' });
  return JSON.parse(answer).length;
}
