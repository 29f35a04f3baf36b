import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { buildTemplateBody } from '../../../tools/samples/request-bodies.ts';
import { startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';

let ledger: TestLedger;
const kept: string[] = [];
beforeAll(async () => {
  ledger = await startLedger();
  for (let count = 0; count < 7; count += 1) {
    const body = buildTemplateBody({ name: `Template ${count}` });
    const templateId = (await ledger.call('createPostingTemplate', { body })).body.id as string;
    if (count % 3 === 1) await ledger.call('deletePostingTemplate', { path: { templateId } });
    else kept.push(templateId);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
});
afterAll(() => ledger.stop());

async function readPages(query: Record<string, string>): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = { ...query, ...(cursor !== undefined && { cursor }) };
    const { body } = await ledger.call('listPostingTemplates', { query: page });
    ids.push(...body.items.map(({ id }: { id: string }) => id));
    cursor = body.next_cursor;
  } while (cursor !== undefined);
  return ids;
}

test.each(['1', '2', '50'])('lists those that are not deleted by %s, either way', async (limit) => {
  expect(await readPages({ limit })).toEqual(kept);
  expect(await readPages({ limit, order: 'desc' })).toEqual(kept.toReversed());
});

test('shows another tenant none', async () => {
  const { body } = await ledger.call('listPostingTemplates', { tenant: 'globex' });

  expect(body).toEqual({ items: [] });
});
