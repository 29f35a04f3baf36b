// The checks of the soak test notice what they are there for: an acknowledged request whose record is gone, and
// one that took effect twice.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { parseRoute, operations } from '../../../functions/operations/operations.ts';
import type { OperationName } from '../../../functions/operations/operations.ts';
import { buildAccountBody, buildCreditBody } from '../../../tools/samples/request-bodies.ts';
import { checkRecords } from '../../../tools/soak/checks/records.ts';
import { checkReplays } from '../../../tools/soak/checks/replays.ts';
import { Observations } from '../../../tools/soak/observations.ts';
import { findPermissionHolder, performIntent } from '../../../tools/soak/intended-request.ts';
import type { SoakAnswer } from '../../../tools/soak/intended-request.ts';
import type { AnyClient, OperatorClients } from '../../../tools/soak/operator-clients.ts';
import type { SoakState } from '../../../tools/soak/checks/check.ts';
import { startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';
import { openDirectClient, readAllItems } from '../../support/stack/tables.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.stop());

interface RequestInit {
  readonly params: {
    readonly path?: Record<string, string>;
    readonly query?: Record<string, string>;
    readonly header: Readonly<Record<string, string>>;
  };
  readonly body?: unknown;
}

const names = new Map(
  (Object.keys(operations) as OperationName[]).map((name) => {
    const { method, path } = parseRoute(operations[name]);
    return [`${method} ${path}`, name];
  }),
);

/** Clients whose requests the operations answer without a gateway. */
const operators: OperatorClients = {
  client: (username) => {
    const [subject, tenant] = username.split('@');
    const client: AnyClient = {
      async request(method, path, init) {
        const { params, body } = init as RequestInit;
        const name = names.get(`${method.toUpperCase()} ${path}`) ?? 'getAccount';
        const key = params.header['Idempotency-Key'];
        const answer = await ledger.call(name, { ...params, tenant, subject, body, key });
        const { status, headers, bytes } = answer;
        const response = new Response(null, { status, headers });
        const data = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
        return status < 300 ? { data, response } : { error: answer.body, response };
      },
    };
    return { ledger: client, workbench: client };
  },
};

let tenants = 0;

/** A tenant with an account and an entry, both acknowledged. */
async function workInTenant() {
  tenants += 1;
  const observations = new Observations(`tenant-${tenants}`, false);
  const send = async (operation: OperationName, body: object): Promise<SoakAnswer> => {
    const { tenant, answered } = observations;
    const username = findPermissionHolder(operation);
    const intent = { tenant, username, operation, body, key: `soak-acknowledged-${answered}` };
    const answer = await performIntent(operators, intent);
    expect(answer).toMatchObject({ status: 201 });
    observations.note(intent, answer);
    return answer;
  };
  const account = await send('createAccount', buildAccountBody({ product_id: 'soak' }));
  const credit = buildCreditBody(account.body.id, '5.00');
  const entry = await send('postJournalEntry', credit);
  const state = { operators, observations: [observations] } as unknown as SoakState;
  return { observations, state, account: account.body, entry: entry.body, credit };
}

/** Deletes the records that a query for this sort key or partition finds. */
async function deleteItems(table: string, text: string) {
  const client = openDirectClient();
  const items = (await readAllItems(table)).filter((item) =>
    `${item.PK} ${item.SK}`.includes(text),
  );
  for (const { PK, SK } of items) {
    await client.send(new DeleteCommand({ TableName: table, Key: { PK, SK } }));
  }
  client.destroy();
  expect(items).not.toEqual([]);
}

test('they find nothing when nothing is lost', async () => {
  const { state } = await workInTenant();

  expect(await checkRecords(state)).toMatchObject({ findings: [] });
  expect(await checkReplays(state)).toEqual({ subject: '2 answers replayed', findings: [] });
});

test('an acknowledged record that is gone is lost', async () => {
  const { state, entry, observations } = await workInTenant();
  await deleteItems(ledger.tables.ledger, entry.id);

  const { findings } = await checkRecords(state);

  expect(findings).toContain(`${observations.tenant}: listJournalEntries ${entry.id} is lost`);
});

test('an acknowledged request without its receipt is answered differently', async () => {
  const { state, observations } = await workInTenant();
  await deleteItems(ledger.tables.receipts, 'soak-acknowledged-1');

  const { findings } = await checkReplays(state);

  expect(findings).toEqual([
    expect.stringContaining(
      `${observations.tenant}: postJournalEntry soak-acknowledged-1 was answered 201`,
    ),
  ]);
});

test('a request that took effect twice leaves a record that no one acknowledged', async () => {
  const { state, credit, observations } = await workInTenant();
  const { tenant } = observations;
  const again = await ledger.call('postJournalEntry', {
    tenant,
    body: credit,
    key: 'soak-acknowledged-again',
  });

  const { findings } = await checkRecords(state);

  expect(findings).toContain(
    `${tenant}: listJournalEntries ${again.body.id} was never acknowledged`,
  );
});
