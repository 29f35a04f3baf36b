// Lists the permissions that a call to DynamoDB needs: an action for each table or index and for each
// part of a transaction, with the partition keys that conditions may test.
import type { DeployedResource } from '../cloudformation/deployment.ts';
import { isObject } from '../cloudformation/template.ts';
import type { Json, JsonObject } from '../cloudformation/template.ts';
import type { IamContext } from './conditions.ts';
import type { IamNeed } from './policy-evaluation.ts';

interface PolicyTable {
  readonly arn: string;
  readonly partitionKey: string;
  /** The partition key of each index, by the index's name. */
  readonly indexKeys: ReadonlyMap<Json | undefined, string>;
}

/** Returns the permissions that a call needs; undefined for an unknown call. */
export type ServiceNeeds = (operation: string, input: JsonObject) => IamNeed[] | undefined;

// Calls on a whole table and calls on one item; the action of each has the call's name.
const TABLE_OPERATIONS = new Set(['DescribeTable', 'DescribeTimeToLive', 'Scan']);
const ITEM_OPERATIONS = new Set(['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem']);

export function buildDynamoDbNeeds(tables: readonly DeployedResource[]): ServiceNeeds {
  const byName = new Map(tables.map((table) => [table.ref, describeTable(table)]));
  // A table that is not in the template gets an ARN that no role grants.
  const named = (name: Json | undefined): PolicyTable => {
    const found = byName.get(readTableName(String(name)));
    const arn = `arn:aws:dynamodb:::table/${String(name)}`;
    return found ?? { arn, partitionKey: '', indexKeys: new Map() };
  };
  return (operation, input) => {
    if (operation === 'TransactWriteItems') return listPartNeeds(input, named, nameWriteAction);
    if (operation === 'TransactGetItems') return listPartNeeds(input, named, () => 'GetItem');
    if (operation === 'BatchGetItem' || operation === 'BatchWriteItem') {
      return listBatchNeeds(operation, input, named);
    }
    if (operation === 'Query') return [buildQueryNeed(input, named(input.TableName))];
    if (ITEM_OPERATIONS.has(operation))
      return [buildItemNeed(operation, input, named(input.TableName))];
    if (!TABLE_OPERATIONS.has(operation)) return undefined;
    const { arn } = named(input.TableName);
    return [{ action: `dynamodb:${operation}`, resource: buildResourceArn(arn, input) }];
  };
}

type TableFinder = (name: Json | undefined) => PolicyTable;

function nameWriteAction(kind: string): string {
  return kind === 'ConditionCheck' ? 'ConditionCheckItem' : `${kind}Item`;
}

function listPartNeeds(
  input: JsonObject,
  named: TableFinder,
  actionOf: (kind: string) => string,
): IamNeed[] {
  return [input.TransactItems ?? []]
    .flat()
    .flatMap((part) =>
      Object.entries(isObject(part) ? part : {}).flatMap(([kind, item]) =>
        isObject(item) ? buildItemNeed(actionOf(kind), item, named(item.TableName)) : [],
      ),
    );
}

function buildItemNeed(
  operation: string,
  item: JsonObject,
  { arn, partitionKey }: PolicyTable,
): IamNeed {
  const keys = buildLeadingKeys([item.Key ?? item.Item ?? null], partitionKey);
  return { action: `dynamodb:${operation}`, resource: arn, context: keys };
}

function listBatchNeeds(operation: string, input: JsonObject, named: TableFinder): IamNeed[] {
  const requested = isObject(input.RequestItems) ? input.RequestItems : {};
  return Object.entries(requested).map(([name, wanted]) => {
    const { arn, partitionKey } = named(name);
    const items = isObject(wanted) ? wanted.Keys : (wanted as Json[]).flatMap(readWrittenItems);
    const keys = buildLeadingKeys([items ?? []].flat(), partitionKey);
    return { action: `dynamodb:${operation}`, resource: arn, context: keys };
  });
}

function readWrittenItems(request: Json): Json[] {
  const [change] = Object.values(isObject(request) ? request : {});
  return isObject(change) ? [change.Item ?? change.Key ?? null] : [];
}

function buildQueryNeed(input: JsonObject, { arn, partitionKey, indexKeys }: PolicyTable): IamNeed {
  const { ExpressionAttributeNames: names, ExpressionAttributeValues: values } = input;
  const key = indexKeys.get(input.IndexName) ?? partitionKey;
  const equalities = String(input.KeyConditionExpression).matchAll(/([#\w]+)\s*=\s*(:\w+)/g);
  const read = [...equalities].flatMap(([, name = '', placeholder = '']) => {
    const attribute = isObject(names) && name.startsWith('#') ? names[name] : name;
    const value = isObject(values) ? readTextAttribute(values[placeholder]) : undefined;
    return attribute === key && value !== undefined ? [value] : [];
  });
  return {
    action: 'dynamodb:Query',
    resource: buildResourceArn(arn, input),
    context: buildKeyContext(read),
  };
}

function buildResourceArn(arn: string, { IndexName: index }: JsonObject): string {
  return index === undefined ? arn : `${arn}/index/${String(index)}`;
}

function buildLeadingKeys(items: readonly Json[], partitionKey: string): IamContext {
  return buildKeyContext(
    items.flatMap((item) => (isObject(item) ? (readTextAttribute(item[partitionKey]) ?? []) : [])),
  );
}

function buildKeyContext(keys: readonly string[]): IamContext {
  return keys.length === 0 ? {} : { 'dynamodb:LeadingKeys': keys };
}

// DynamoDB represents text as { "S": "text" }.
function readTextAttribute(attribute: Json | undefined): string | undefined {
  const value = isObject(attribute) ? attribute.S : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** Calls identify a table by its name or its ARN. */
function readTableName(tableOrArn: string): string {
  return tableOrArn.replace(/^arn:.*:table\//, '');
}

function describeTable({ ref, region, account, properties }: DeployedResource): PolicyTable {
  const indexes = [properties.GlobalSecondaryIndexes ?? []].flat().filter(isObject);
  return {
    arn: `arn:aws:dynamodb:${region}:${account}:table/${ref}`,
    partitionKey: readPartitionKey(properties),
    indexKeys: new Map(indexes.map((index) => [index.IndexName, readPartitionKey(index)])),
  };
}

function readPartitionKey({ KeySchema: schema }: JsonObject): string {
  const parts = [schema ?? []].flat().filter(isObject);
  return String(parts.find(({ KeyType: type }) => type === 'HASH')?.AttributeName);
}
