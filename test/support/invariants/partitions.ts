// The partitions that a request to DynamoDB reads or writes, those of indexes included.
import { indexes } from '../../../functions/ledger/store/indexes.ts';
import type { SeenRequest } from '../stack/fault-proxy.ts';

type Attributes = Record<string, { S?: string } | undefined>;

interface Part {
  readonly Key?: Attributes;
  readonly Item?: Attributes;
}

interface Query {
  readonly KeyConditionExpression: string;
  readonly ExpressionAttributeNames?: Record<string, string>;
  readonly ExpressionAttributeValues: Attributes;
  readonly ExclusiveStartKey?: Attributes;
}

const partitionKeys = ['PK', ...Object.values(indexes).map(({ partition }) => partition)];

/** Throws for a request that does not say which partitions it touches, as a scan does not. */
export function partitionsOf({ operation, input }: SeenRequest): string[] {
  switch (operation) {
    case 'GetItem':
    case 'PutItem':
      return ofPart(input as Part);
    case 'TransactWriteItems':
      return (input['TransactItems'] as Record<string, Part>[]).flatMap((item) =>
        Object.entries(item).flatMap(([kind, part]) => {
          if (kind === 'Put' || kind === 'ConditionCheck') return ofPart(part);
          throw new Error(`${kind} may change the partition of an item.`);
        }),
      );
    case 'BatchGetItem':
      return Object.values(input['RequestItems'] as Record<string, { Keys: Attributes[] }>)
        .flatMap(({ Keys }) => Keys)
        .flatMap((Key) => ofPart({ Key }));
    case 'Query':
      return ofQuery(input as unknown as Query);
    default:
      throw new Error(`${operation} does not say which partitions it touches.`);
  }
}

function ofPart({ Key, Item }: Part): string[] {
  const attributes = Item ?? Key;
  const [PK, ...own] = partitionKeys.map((name) => attributes?.[name]?.S);
  if (PK === undefined) throw new Error('An item has no partition.');
  return [PK, ...own.filter((value) => value !== undefined)];
}

// The partition is what the first condition equates with the key, after the place in the list too.
function ofQuery(query: Query): string[] {
  const { KeyConditionExpression: condition, ExpressionAttributeNames: names = {} } = query;
  const [, name = '', value = ''] = /^(#?\w+) = (:\w+)( AND |$)/.exec(condition) ?? [];
  const key = names[name] ?? name;
  const partition = query.ExpressionAttributeValues[value]?.S;
  if (!partitionKeys.includes(key) || partition === undefined) {
    throw new Error(`Which partition is read by ${condition}?`);
  }
  const { ExclusiveStartKey: Key } = query;
  return [partition, ...(Key ? ofPart({ Key }) : [])];
}
