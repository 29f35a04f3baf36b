import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startControlledPostings } from '../../support/controls/controlled-postings.ts';
import type { ControlledPostings } from '../../support/controls/controlled-postings.ts';

let postings: ControlledPostings;
beforeAll(async () => {
  postings = await startControlledPostings();
});
afterAll(() => postings.stop());

const reject = (requestId: string, subject: string) => {
  const options = { subject, path: { requestId }, body: { reason: 'No' } };
  return postings.ledger.call('rejectChangeRequest', options);
};

test.each(['grace', 'ada'])('rejects as %s, and nothing is posted', async (subject) => {
  const id = await postings.submit();

  const rejected = await reject(id, subject);

  expect(rejected).toMatchObject({
    status: 201,
    body: { status: 'REJECTED', decided_by: subject, decision_reason: 'No' },
  });
  await postings.expectEnded(id);
});

test('refuses what is decided, and what does not exist', async () => {
  const id = await postings.submit();
  await reject(id, 'grace');

  expect((await reject(id, 'linus')).body).toMatchObject({ code: 'already_decided' });
  expect((await reject('chg_1', 'grace')).body).toMatchObject({ code: 'change_request_not_found' });
});
