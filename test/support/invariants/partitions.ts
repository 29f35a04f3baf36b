// The partitions that a request to DynamoDB reads or writes, those of indexes included.
import {
  INDEXES,
  RECEIPT_INDEXES,
  WEBHOOK_INDEXES,
} from '../../../functions/ledger/store/indexes.ts';
import type { ObservedRequest } from '../stack/fault-proxy.ts';

type ItemAttributes = Record<string, { readonly S?: string } | undefined>;

interface TransactionPart {
  readonly Key?: ItemAttributes;
  readonly Item?: ItemAttributes;
}

interface BatchWrite {
  readonly PutRequest?: TransactionPart;
  readonly DeleteRequest?: TransactionPart;
}

interface QueryInput {
  readonly KeyConditionExpression: string;
  readonly ExpressionAttributeNames?: Record<string, string>;
  readonly ExpressionAttributeValues: ItemAttributes;
  readonly ExclusiveStartKey?: ItemAttributes;
}

const indexes = [INDEXES, RECEIPT_INDEXES, WEBHOOK_INDEXES].flatMap((ones) => Object.values(ones));
const partitionKeys = ['PK', ...indexes.map(({ partition }) => partition)];

/** Throws for a request whose partitions are unknown, such as a scan. */
export function listPartitions({ operation, input }: ObservedRequest): string[] {
  switch (operation) {
    case 'GetItem':
    case 'PutItem':
      return listPartPartitions(input as TransactionPart);
    case 'TransactWriteItems':
      return (input['TransactItems'] as Record<string, TransactionPart>[]).flatMap((item) =>
        Object.entries(item).flatMap(([kind, part]) => {
          if (kind === 'Put' || kind === 'ConditionCheck') return listPartPartitions(part);
          throw new Error(`${kind} may change the partition of an item.`);
        }),
      );
    case 'BatchGetItem':
      return Object.values(input['RequestItems'] as Record<string, { Keys: ItemAttributes[] }>)
        .flatMap(({ Keys }) => Keys)
        .flatMap((Key) => listPartPartitions({ Key }));
    case 'BatchWriteItem':
      return Object.values(input['RequestItems'] as Record<string, BatchWrite[]>)
        .flat()
        .flatMap(({ PutRequest, DeleteRequest }) =>
          listPartPartitions({ ...PutRequest, ...DeleteRequest }),
        );
    case 'Query':
      return listQueryPartitions(input as unknown as QueryInput);
    default:
      throw new Error(`${operation} does not say which partitions it touches.`);
  }
}

function listPartPartitions({ Key, Item }: TransactionPart): string[] {
  const attributes = Item ?? Key;
  const [PK, ...own] = partitionKeys.map((name) => attributes?.[name]?.S);
  if (PK === undefined) throw new Error('An item has no partition.');
  return [PK, ...own.filter((value) => value !== undefined)];
}

// The partition in the first condition, and that of the start key.
function listQueryPartitions(query: QueryInput): string[] {
  const { KeyConditionExpression: condition, ExpressionAttributeNames: names = {} } = query;
  const [, name = '', value = ''] = /^(#?\w+) = (:\w+)( AND |$)/.exec(condition) ?? [];
  const key = names[name] ?? name;
  const partition = query.ExpressionAttributeValues[value]?.S;
  if (!partitionKeys.includes(key) || partition === undefined) {
    throw new Error(`Which partition is read by ${condition}?`);
  }
  const { ExclusiveStartKey: Key } = query;
  return [partition, ...(Key ? listPartPartitions({ Key }) : [])];
}
