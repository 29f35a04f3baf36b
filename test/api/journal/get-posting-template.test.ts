import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { buildTemplateBody } from '../../../tools/samples/request-bodies.ts';
import { startWatchedLedger } from '../../support/stack/ledger.ts';
import type { WatchedLedger } from '../../support/stack/ledger.ts';

let ledger: WatchedLedger;
beforeAll(async () => {
  ledger = await startWatchedLedger();
});
afterAll(() => ledger.stop());

test('reads a template as it was created, with one request, for its tenant alone', async () => {
  const created = await ledger.call('createPostingTemplate', { body: buildTemplateBody() });
  const path = { templateId: created.body.id };
  ledger.proxy.requests.length = 0;

  expect((await ledger.call('getPostingTemplate', { path })).body).toEqual(created.body);
  expect(ledger.proxy.requests).toHaveLength(1);
  for (const options of [{ path, tenant: 'globex' }, { path: { templateId: 'ptm_x' } }]) {
    const { body } = await ledger.call('getPostingTemplate', options);
    expect(body).toMatchObject({ statusCode: 404, code: 'posting_template_not_found' });
  }
});
