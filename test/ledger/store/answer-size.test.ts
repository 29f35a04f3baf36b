// Records at their largest: a page ends before an answer would be too large for a function, and no record is left
// out where it ends.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { buildAccountBody } from '../../../tools/samples/request-bodies.ts';
import { projectReceipts } from '../../support/projections/projections.ts';
import { startWatchedLedger } from '../../support/stack/ledger.ts';
import type { CallAnswer, WatchedLedger } from '../../support/stack/ledger.ts';

/** What a Lambda function may answer. */
const FUNCTION_BYTES_MAX = 6 * 1024 * 1024;
const ACCOUNTS = 60;
const REPEATS_MAX = 3;

let ledger: WatchedLedger;
const opened: string[] = [];
beforeAll(async () => {
  ledger = await startWatchedLedger();
  // Each character takes four bytes: 100 kB an account, 6 MB all.
  const metadata = Object.fromEntries(
    Array.from({ length: 50 }, (_, index) => [`key ${index}`, '𝄞'.repeat(500)]),
  );
  while (opened.length < ACCOUNTS) {
    const body = { ...buildAccountBody({ customer_id: 'cus-large' }), metadata };
    const next = Array.from({ length: 10 }, () => ledger.call('createAccount', { body }));
    opened.push(...(await Promise.all(next)).map((answer) => answer.body.id));
  }
  await projectReceipts(ledger, 'acme');
});
afterAll(() => ledger.stop());

/** As the contract says of 503: a busy store may not send megabytes in time, and the client repeats the request. */
async function list(query: Record<string, string>, repeats = REPEATS_MAX): Promise<CallAnswer> {
  const answer = await ledger.call('listAccounts', { query });
  return answer.status === 503 && repeats > 0 ? list(query, repeats - 1) : answer;
}

test.each<[string, Record<string, string>]>([
  ['from the shards', {}],
  ['from a projected list', { customer_id: 'cus-large' }],
  ['from a projected list that is sifted', { customer_id: 'cus-large', status: 'ACTIVE' }],
  ['by their ids', { ids: 'all' }],
])('pages of the largest accounts %s are small enough and leave nothing out', async (_, filter) => {
  const query = { ...filter, ...('ids' in filter && { ids: opened.join(',') }), limit: '100' };
  const pages: string[][] = [];
  let cursor: string | undefined;
  do {
    const answer = await list({ ...query, ...(cursor !== undefined && { cursor }) });
    expect(answer.status).toBe(200);
    expect(Buffer.byteLength(JSON.stringify(answer.body))).toBeLessThan(FUNCTION_BYTES_MAX / 1.5);
    pages.push(answer.body.map(({ id }: { id: string }) => id));
    cursor = answer.headers['X-Next-Cursor'];
  } while (cursor !== undefined);

  expect(pages.length).toBeGreaterThan(1);
  expect(pages.flat()).toEqual('ids' in filter ? opened : opened.toSorted());
});
