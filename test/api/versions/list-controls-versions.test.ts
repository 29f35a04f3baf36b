import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { CACHE_MS } from '../../../functions/ledger/timed-cache.ts';
import { approveChange, buildControls, putControls } from '../../support/controls/controls.ts';
import { buildProductBody } from '../../../tools/samples/request-bodies.ts';
import { projectReceipts } from '../../support/projections/projections.ts';
import { advanceTime } from '../../support/stack/advance-time.ts';
import { startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.stop());

test('names the request and the maker of each version', async () => {
  const controls = buildControls([{ operation: 'upsertProduct' }]);
  const { body: request } = await ledger.call('replaceControls', { body: { controls } });
  await approveChange(ledger, request.id);
  await putControls(ledger, [{ operation: 'upsertProduct', when: 'true' }]);
  await projectReceipts(ledger);

  const { body } = await ledger.call('listControlsVersions');

  expect(body.items.map(({ version }: { version: number }) => version)).toEqual([2, 1]);
  expect(body.items[1]).toMatchObject({
    event_type: 'controls.replaced',
    operation: 'replaceControls',
    changed_by: 'ada',
    request_id: request.id,
    requested_by: 'ada',
    content: { controls, version: 1 },
  });
  expect(body.items[0].content).toEqual((await ledger.call('getControls')).body);
});

test('a version that a control has caught names its request', async () => {
  advanceTime(CACHE_MS);
  const product = buildProductBody('giro', { type: 'TEST', config: {} });
  const { status, body: request } = await ledger.call('upsertProduct', { body: product });
  await approveChange(ledger, request.id);
  await projectReceipts(ledger);

  const { body } = await ledger.call('listProductVersions', { path: { productId: 'giro' } });

  expect(status).toBe(202);
  expect(body.items).toMatchObject([
    { version: 1, changed_by: 'ada', request_id: request.id, requested_by: 'ada' },
  ]);
});

test('controls that were never set have no versions', async () => {
  const { status, body } = await ledger.call('listControlsVersions', { tenant: 'globex' });

  expect([status, body]).toEqual([200, { items: [] }]);
});
