import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  approveAdjustment,
  adjustEntry,
  postEntry,
  rejectAdjustment,
} from '../../support/fixtures/adjustments.ts';
import { credit, openAccount, startWatchedLedger } from '../../support/stack/ledger.ts';
import type { WatchedLedger } from '../../support/stack/ledger.ts';

type AdjustmentListItem = Readonly<Record<string, string>>;

let ledger: WatchedLedger;
let targets: string[];
/** The submitted requests in their present state, newest first. */
let all: AdjustmentListItem[];
beforeAll(async () => {
  ledger = await startWatchedLedger();
  const account = await openAccount(ledger, { funds: '99.00' });
  targets = [
    await postEntry(ledger, credit(account, '1.00')),
    await postEntry(ledger, credit(account, '2.00')),
  ];
  const ids: string[] = [];
  for (let count = 0; count < 14; count += 1) {
    const correction = count % 4 < 2 ? undefined : credit(account, '3.00');
    ids.unshift(await adjustEntry(ledger, targets[count % 2] ?? '', correction));
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  for (const [index, id] of ids.entries()) {
    if (index % 3 === 0) await approveAdjustment(ledger, id);
    if (index % 3 === 1) await rejectAdjustment(ledger, id);
  }
  const path = (requestId: string) => ({ path: { requestId } });
  all = await Promise.all(
    ids.map(async (id) => (await ledger.call('getFinancialAdjustmentRequest', path(id))).body),
  );
});
afterAll(() => ledger.stop());

const list = (query: Record<string, string>, tenant = 'acme') =>
  ledger.call('listFinancialAdjustmentRequests', { query, tenant });

const combinations = [undefined, 'PENDING_APPROVAL', 'APPLIED', 'REJECTED', 'FAILED'].flatMap(
  (status) =>
    [undefined, 'REVERSAL', 'CORRECTION'].flatMap((type) =>
      [undefined, 'JOURNAL_ENTRY', 'TRANSACTION'].flatMap((target) =>
        [undefined, 0].map((id) => [status, type, target, id] as const),
      ),
    ),
);

test.each(combinations)(
  'status %s, type %s, target %s %s: returns all matches and nothing else in at most 4 queries',
  async (status, type, target, id) => {
    const query = {
      ...(status && { status }),
      ...(type && { adjustment_type: type }),
      ...(target && { target_type: target }),
      ...(id !== undefined && { target_id: targets[id] ?? '' }),
    };
    const wanted = all.filter((item) =>
      Object.entries(query).every(([name, value]) => item[name] === value),
    );

    for (const limit of ['3', '100']) {
      const seen: AdjustmentListItem[] = [];
      let cursor: string | undefined;
      do {
        ledger.proxy.requests.length = 0;
        const page = await list({ ...query, limit, ...(cursor && { cursor }) });
        expect(page.status).toBe(200);
        expect(ledger.proxy.requests.length).toBeLessThanOrEqual(4);
        seen.push(...page.body.items);
        cursor = page.body.next_cursor;
      } while (cursor);
      expect(seen).toEqual(wanted);
    }
  },
);

test('shows another tenant nothing and refuses a foreign cursor', async () => {
  const { body } = await list({ limit: '2' });

  expect((await list({}, 'globex')).body.items).toEqual([]);
  for (const tenant of ['globex', 'acme']) {
    const answer = await list({ status: 'APPLIED', cursor: body.next_cursor }, tenant);
    expect(answer.body).toMatchObject({ statusCode: 400, code: 'invalid_cursor' });
  }
});
