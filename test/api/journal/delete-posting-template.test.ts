import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { buildTemplateBody } from '../../../tools/samples/request-bodies.ts';
import { startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.stop());

test('deletes a template once, for good, and repeats its answer', async () => {
  const created = await ledger.call('createPostingTemplate', { body: buildTemplateBody() });
  const path = { templateId: created.body.id };
  const foreign = await ledger.call('deletePostingTemplate', { path, tenant: 'globex' });
  const key = 'delete-the-rent-1';
  const deleted = await ledger.call('deletePostingTemplate', { path, key });
  const repeated = await ledger.call('deletePostingTemplate', { path, key });
  const body = buildTemplateBody({ version: 2 });
  const others = [
    await ledger.call('deletePostingTemplate', { path }),
    await ledger.call('getPostingTemplate', { path }),
    await ledger.call('replacePostingTemplate', { path, body }),
    foreign,
  ];

  expect(deleted.status).toBe(200);
  expect(deleted.body).toMatchObject({ version: 2, deleted_at: deleted.body.updated_at });
  expect(repeated.text).toBe(deleted.text);
  for (const answer of others) {
    expect(answer.body).toMatchObject({ statusCode: 404, code: 'posting_template_not_found' });
  }
});
