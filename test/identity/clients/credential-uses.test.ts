// When a service's credentials were last used, to the minute: one record for each, however often it signs in.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { IdentityTable } from '../../../functions/identity/storage/identity-table.ts';
import {
  buildCredentialNotes,
  readCredentialUses,
} from '../../../functions/identity/storage/credential-uses.ts';
import { startIdentity } from '../../support/stack/identity.ts';
import type { TestIdentity } from '../../support/stack/identity.ts';

const START = Date.parse('2026-03-01T00:00:00.000Z');

let identity: TestIdentity;
let table: IdentityTable;

beforeAll(async () => {
  identity = await startIdentity();
  ({ table } = identity.administration);
});
afterAll(() => identity.stop());

test('a use is written again after a minute, and not before', async () => {
  let seconds = 0;
  const note = buildCredentialNotes(table, () => START + seconds * 1_000);
  const seen: (string | undefined)[] = [];
  for (seconds of [0, 59.999, 60, 119.999, 120]) {
    await note('minutes', 'secret-1');
    seen.push((await readCredentialUses(table, 'minutes')).get('secret-1'));
  }

  expect(seen.map((at) => at?.slice(14, 19))).toEqual([
    '00:00',
    '00:00',
    '01:00',
    '01:00',
    '02:00',
  ]);
});

test('each credential of each client has its own use', async () => {
  let seconds = 0;
  const note = buildCredentialNotes(table, () => START + seconds * 1_000);
  await note('one', 'secret-1');
  seconds = 1;
  await note('one', 'secret-2');
  await note('other', 'secret-1');

  expect(await readCredentialUses(table, 'one')).toEqual(
    new Map([
      ['secret-1', '2026-03-01T00:00:00.000Z'],
      ['secret-2', '2026-03-01T00:00:01.000Z'],
    ]),
  );
  expect(await readCredentialUses(table, 'other')).toEqual(
    new Map([['secret-1', '2026-03-01T00:00:01.000Z']]),
  );
  expect(await readCredentialUses(table, 'none')).toEqual(new Map());
});
