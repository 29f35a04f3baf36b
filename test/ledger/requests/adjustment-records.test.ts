// Adjustments leave every stored record unchanged to the last byte, and each step emits an event
// that conforms to its schema.
import { DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readStoredEvents } from '../../../functions/ledger/commit/receipt-events.ts';
import {
  approveAdjustment,
  sendAdjustment,
  sendLoanAdjustment,
  postEntry,
  rejectAdjustment,
} from '../../support/fixtures/adjustments.ts';
import { expectValid } from '../../support/contract/contract.ts';
import { credit, debit, openAccount, startLedger, transfer } from '../../support/stack/ledger.ts';
import type { CallAnswer, TestLedger } from '../../support/stack/ledger.ts';
import { disbursedLoan, repayment } from '../../support/fixtures/loans.ts';
import { readAllItems, readEngineEndpoint } from '../../support/stack/tables.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.stop());

/** Every immutable record as the store returns it, by key. */
async function immutableRecords(): Promise<Map<string, string>> {
  const client = new DynamoDBClient({
    endpoint: readEngineEndpoint(),
    region: 'eu-central-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  const records = new Map<string, string>();
  for (const TableName of [ledger.tables.ledger, ledger.tables.receipts]) {
    const { Items: items = [], LastEvaluatedKey: more } = await client.send(
      new ScanCommand({ TableName, ConsistentRead: true }),
    );
    expect(more).toBeUndefined();
    for (const item of items) {
      const key = `${item['PK']?.S} ${item['SK']?.S}`;
      if (!/^T#[^#]+#(BAL|LON|FAR)#/.test(key)) records.set(key, textOf(item));
    }
  }
  client.destroy();
  return records;
}

// Members have no order; their values are compared unchanged.
function textOf(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part instanceof Uint8Array
      ? Buffer.from(part).toString('hex')
      : part !== null && typeof part === 'object' && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
        : part,
  );
}

async function repaid(): Promise<string> {
  const path = { loanId: (await disbursedLoan(ledger)).id };
  const body = repayment('40.00', { principal: '40.00' });
  return (await ledger.call('postLoanTransaction', { path, body })).body.id as string;
}

async function transferred(): Promise<{ id: string; instead: object }> {
  const [one, two] = [await openAccount(ledger, { funds: '9.00' }), await openAccount(ledger)];
  const id = await postEntry(ledger, transfer(one, two, '4.00'));
  return { id, instead: transfer(one, two, '3.00') };
}

const { type: _, ...instead } = repayment('30.00', { principal: '30.00' });

const adjustments: [string, number, () => Promise<CallAnswer>][] = [
  ['REVERSAL of a journal entry', 1, async () => sendAdjustment(ledger, (await transferred()).id)],
  [
    'CORRECTION of a journal entry',
    1,
    async () => {
      const entry = await transferred();
      return sendAdjustment(ledger, entry.id, entry.instead);
    },
  ],
  ['REVERSAL of a loan transaction', 2, async () => sendLoanAdjustment(ledger, await repaid())],
  [
    'CORRECTION of a loan transaction',
    2,
    async () => sendLoanAdjustment(ledger, await repaid(), instead),
  ],
];

test.each(adjustments)('%s: leaves every earlier record unchanged', async (...row) => {
  const [, marks, submit] = row;
  const submitted = await submit();
  const before = await immutableRecords();

  const { body } = await approveAdjustment(ledger, submitted.body.id);

  expect(body.status).toBe('APPLIED');
  const after = await immutableRecords();
  const stored = [...before.keys()].map((key) => [key, after.get(key)] as const);
  expect(new Map(stored)).toEqual(before);
  const added = [...after.keys()].filter((key) => !before.has(key));
  expect(added.filter((key) => key.includes('#REV#'))).toHaveLength(marks);
});

async function eventOf(correlationId: string) {
  const receipts = await readAllItems(ledger.tables.receipts);
  const receipt = receipts.find((item) => item['correlation_id'] === correlationId);
  const [event, ...others] = receipt ? readStoredEvents(receipt) : [];
  return { event, others };
}

test('submitted, applied, rejected and failed requests emit events with the answer as payload', async () => {
  const account = await openAccount(ledger);
  const target = await postEntry(ledger, credit(account, '5.00'));
  const submit = (correlationId: string) =>
    sendAdjustment(ledger, target, undefined, { correlationId });
  const one = await submit('event-submitted');
  const [two, three] = [await submit('two'), await submit('three')];
  const rejected = await rejectAdjustment(ledger, two.body.id, { correlationId: 'event-rejected' });
  await postEntry(ledger, debit(account, '1.00'));
  const failed = await approveAdjustment(ledger, three.body.id, { correlationId: 'event-failed' });
  await postEntry(ledger, credit(account, '1.00'));
  const applied = await approveAdjustment(ledger, one.body.id, { correlationId: 'event-applied' });

  const steps = { submitted: one, rejected, failed, applied };
  for (const [verb, answer] of Object.entries(steps)) {
    const { event, others } = await eventOf(`event-${verb}`);
    const type = `adjustment_request.${verb}`;
    const version = verb === 'submitted' ? 1 : 2;
    expect(event).toMatchObject({ type, version, aggregateId: answer.body.id });
    expect(event?.payload).toEqual(answer.body);
    expectValid(`events/${type}`, event?.payload);
    expect(others).toHaveLength(verb === 'applied' ? 1 : 0);
  }
});
