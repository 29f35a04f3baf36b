import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { buildTemplateBody } from '../../../tools/samples/request-bodies.ts';
import { startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';

let ledger: TestLedger;
let templateId: string;
beforeAll(async () => {
  ledger = await startLedger();
  const created = await ledger.call('createPostingTemplate', {
    body: buildTemplateBody({ description: 'Before' }),
  });
  templateId = created.body.id;
});
afterAll(() => ledger.stop());

const replace = (members: object, options: object = {}) =>
  ledger.call('replacePostingTemplate', {
    path: { templateId },
    body: buildTemplateBody(members),
    ...options,
  });

test('replaces all of it at the version given, and no other one', async () => {
  const answers = await Promise.all(
    ['First', 'Second'].map((name) => replace({ name, version: 1 })),
  );
  const late = await replace({ name: 'Third', version: 1 });
  const read = await ledger.call('getPostingTemplate', { path: { templateId } });

  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const stored = answers.find(({ status }) => status === 200)?.body;
  expect(stored).toMatchObject({ id: templateId, version: 2 });
  expect(stored).not.toHaveProperty('description');
  expect(late.body).toMatchObject({ statusCode: 409, code: 'posting_template_changed' });
  expect(read.body).toEqual(stored);
});

test('refuses content that cannot balance, an unknown one and that of another tenant', async () => {
  const lines = buildTemplateBody().lines.slice(0, 1);
  const unbalanced = await replace({ lines: [...lines, ...lines], version: 2 });
  const unknown = await replace({ version: 1 }, { path: { templateId: 'ptm_x' } });
  const foreign = await replace({ version: 2 }, { tenant: 'globex' });

  expect(unbalanced.body).toMatchObject({ statusCode: 400, code: 'invalid_posting_template' });
  for (const { body } of [unknown, foreign]) {
    expect(body).toMatchObject({ statusCode: 404, code: 'posting_template_not_found' });
  }
});
