import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startControlledPostings } from '../../support/controls/controlled-postings.ts';
import type { ControlledPostings } from '../../support/controls/controlled-postings.ts';
import type { CallOptions } from '../../support/stack/ledger.ts';

let postings: ControlledPostings;
beforeAll(async () => {
  postings = await startControlledPostings();
});
afterAll(() => postings.stop());

const withdraw = (requestId: string, options: CallOptions = {}) =>
  postings.ledger.call('withdrawChangeRequest', { path: { requestId }, body: {}, ...options });

test('its maker alone withdraws a request, and nothing is posted', async () => {
  const id = await postings.submit();

  const other = await withdraw(id, { subject: 'grace' });
  const own = await withdraw(id, { permissions: ['finance.write'] });

  expect(other.body).toMatchObject({ statusCode: 403, code: 'not_the_maker' });
  expect(own).toMatchObject({
    status: 201,
    body: { status: 'REJECTED', decided_by: 'ada', decision_reason: 'Withdrawn by its maker.' },
  });
  await postings.expectEnded(id);
});

test.each(['configuration.write', 'compliance.operate'])(
  'a maker who holds only %s withdraws too',
  async (permission) => {
    const { body } = await postings.ledger.call('replaceControls', { body: { controls: [] } });

    const own = await withdraw(body.id, { permissions: [permission] });

    expect(own.body).toMatchObject({ status: 'REJECTED', decided_by: 'ada' });
  },
);
