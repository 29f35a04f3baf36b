// Turns receipts into stream records and passes them to the function that projects events.
import { marshall } from '@aws-sdk/util-dynamodb';
import type { Context, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import type { Item } from '../../../functions/ledger/store/item.ts';
import type { TestLedger } from '../stack/ledger.ts';
import { readAllItems } from '../stack/tables.ts';

/** The answer of a stream consumer. */
export interface ConsumerResponse {
  readonly batchItemFailures: readonly { readonly itemIdentifier: string }[];
}

type ConsumerHandler = (event: DynamoDBStreamEvent, context: Context) => Promise<ConsumerResponse>;

const context = { getRemainingTimeInMillis: () => 600_000 } as Context;

/** The receipts of a tenant, in the order in which they were written. */
export async function readReceipts({ tables }: TestLedger, tenant = 'acme'): Promise<Item[]> {
  const receipts = await readAllItems(tables.receipts);
  const firstEvent = (item: Item) => String((item['events'] as Item[])[0]?.['id']);
  return receipts
    .filter(({ PK }) => PK.startsWith(`T#${tenant}#`))
    .sort((left, right) => (firstEvent(left) < firstEvent(right) ? -1 : 1));
}

/** A stream record for each receipt, numbered from 1. */
export function toStreamRecords(receipts: readonly Item[]): DynamoDBRecord[] {
  return receipts.map((receipt, index) => ({
    eventID: `record-${index + 1}`,
    eventName: 'INSERT',
    dynamodb: {
      ApproximateCreationDateTime: Math.floor(Date.now() / 1_000),
      SequenceNumber: String(index + 1),
      Keys: marshall({ PK: receipt.PK, SK: receipt.SK }) as never,
      NewImage: encodeBinaries(marshall(receipt, { removeUndefinedValues: true })) as never,
    },
  }));
}

// Lambda receives its events as JSON, with bytes in base64.
function encodeBinaries(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (Array.isArray(value)) return value.map(encodeBinaries);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, encodeBinaries(part)]),
  );
}

/** Passes the records to the function as one stream batch; a ledger must be running. */
export async function consumeRecords(
  records: readonly DynamoDBRecord[],
): Promise<ConsumerResponse> {
  const { handler } = (await import('../../../functions/projections/project-events.ts')) as {
    handler: ConsumerHandler;
  };
  return handler({ Records: [...records] }, context);
}

/** Brings the projections of the tenant up to date. */
export async function projectReceipts(
  ledger: TestLedger,
  tenant = 'acme',
): Promise<ConsumerResponse> {
  return consumeRecords(toStreamRecords(await readReceipts(ledger, tenant)));
}
