// What the store returns in several pages, because one has at most a megabyte.
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { listAdministrativeRecords } from '../../../functions/identity/administration/audit-trail.ts';
import { commitChange } from '../../../functions/identity/administration/identity-change.ts';
import type { Administration } from '../../../functions/identity/administration/identity-change.ts';
import { createTenant } from '../../../functions/identity/administration/tenants.ts';
import { readPartition } from '../../../functions/identity/storage/identity-table.ts';
import { advanceTime, returnToPresent } from '../../support/stack/advance-time.ts';
import { startIdentity } from '../../support/stack/identity.ts';
import type { TestIdentity } from '../../support/stack/identity.ts';

/** Three of them fit into a page. */
const TEXT = 'x'.repeat(300_000);
const NUMBERS = ['1', '2', '3', '4', '5', '6', '7', '8'];

let identity: TestIdentity;
let administration: Administration;

beforeAll(async () => {
  identity = await startIdentity();
  ({ administration } = identity);
  await createTenant(administration, { tenantId: 'aurora', name: 'Aurora Bank' });
});
afterEach(returnToPresent);
afterAll(() => identity.stop());

test('the audit trail has every record of a tenant once, however large they are', async () => {
  for (const subject of NUMBERS) {
    advanceTime(1_000);
    await commitChange(administration, {
      action: 'test.changed',
      tenantId: 'aurora',
      subject,
      details: { text: TEXT },
      writes: [],
      otherwise: 'Refused.',
    });
  }
  const list = async (sought: { readonly subject?: string; readonly action?: string }) => {
    const records = await listAdministrativeRecords(administration, 'aurora', { sought });
    return records.map(({ subject }) => subject);
  };

  expect(await list({ action: 'test.changed' })).toEqual(NUMBERS.toReversed());
  expect(await list({ subject: '1' })).toEqual(['1']);
  expect((await list({})).filter((subject) => NUMBERS.includes(subject))).toEqual(
    NUMBERS.toReversed(),
  );
});

test('a partition is read to its end', async () => {
  const { documents, name } = administration.table;
  for (const SK of NUMBERS) {
    const Item = { PK: 'Large', SK, text: TEXT };
    await documents.send(new PutCommand({ TableName: name, Item }));
  }

  const items = await readPartition(administration.table, 'Large');

  expect(items.map(({ SK }) => SK)).toEqual(NUMBERS);
});
