// What a call to DynamoDB needs to be allowed: for each table or index an action, for each part of a
// transaction its own, and the partition keys that a condition may look at.
import type { DeployedResource } from '../cloudformation/deployment.ts';
import { isObject } from '../cloudformation/template.ts';
import type { Json, JsonObject } from '../cloudformation/template.ts';
import type { Context } from './conditions.ts';
import type { Need } from './policy-evaluation.ts';

type Table = {
  arn: string;
  partitionKey: string;
  /** Of each index, its own. */
  indexKeys: ReadonlyMap<Json | undefined, string>;
};

/** Gives the needs of a call; undefined for one that it does not know. */
export type NeedsOf = (operation: string, input: JsonObject) => Need[] | undefined;

// The calls whose action bears their name and that name one table and no item, or many.
const ofTable = new Set(['DescribeTable', 'DescribeTimeToLive', 'Scan']);
const ofItem = new Set(['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem']);

export function dynamoDbNeeds(tables: readonly DeployedResource[]): NeedsOf {
  const byName = new Map(tables.map((table) => [table.ref, describe(table)]));
  // The ARN of a table that the template does not have: no role can grant it.
  const named = (name: Json | undefined): Table => {
    const found = byName.get(nameIn(String(name)));
    const arn = `arn:aws:dynamodb:::table/${String(name)}`;
    return found ?? { arn, partitionKey: '', indexKeys: new Map() };
  };
  return (operation, input) => {
    if (operation === 'TransactWriteItems') return ofParts(input, named, writeOf);
    if (operation === 'TransactGetItems') return ofParts(input, named, () => 'GetItem');
    if (operation === 'BatchGetItem' || operation === 'BatchWriteItem') {
      return ofBatch(operation, input, named);
    }
    if (operation === 'Query') return [query(input, named(input.TableName))];
    if (ofItem.has(operation)) return [ofOne(operation, input, named(input.TableName))];
    if (!ofTable.has(operation)) return undefined;
    const { arn } = named(input.TableName);
    return [{ action: `dynamodb:${operation}`, resource: placeOf(arn, input) }];
  };
}

type Named = (name: Json | undefined) => Table;

function writeOf(kind: string): string {
  return kind === 'ConditionCheck' ? 'ConditionCheckItem' : `${kind}Item`;
}

function ofParts(input: JsonObject, named: Named, actionOf: (kind: string) => string): Need[] {
  return [input.TransactItems ?? []]
    .flat()
    .flatMap((part) =>
      Object.entries(isObject(part) ? part : {}).flatMap(([kind, item]) =>
        isObject(item) ? ofOne(actionOf(kind), item, named(item.TableName)) : [],
      ),
    );
}

function ofOne(operation: string, item: JsonObject, { arn, partitionKey }: Table): Need {
  const keys = leadingKeys([item.Key ?? item.Item ?? null], partitionKey);
  return { action: `dynamodb:${operation}`, resource: arn, context: keys };
}

function ofBatch(operation: string, input: JsonObject, named: Named): Need[] {
  const requested = isObject(input.RequestItems) ? input.RequestItems : {};
  return Object.entries(requested).map(([name, wanted]) => {
    const { arn, partitionKey } = named(name);
    const items = isObject(wanted) ? wanted.Keys : (wanted as Json[]).flatMap(written);
    const keys = leadingKeys([items ?? []].flat(), partitionKey);
    return { action: `dynamodb:${operation}`, resource: arn, context: keys };
  });
}

function written(request: Json): Json[] {
  const [change] = Object.values(isObject(request) ? request : {});
  return isObject(change) ? [change.Item ?? change.Key ?? null] : [];
}

function query(input: JsonObject, { arn, partitionKey, indexKeys }: Table): Need {
  const { ExpressionAttributeNames: names, ExpressionAttributeValues: values } = input;
  const key = indexKeys.get(input.IndexName) ?? partitionKey;
  const equalities = String(input.KeyConditionExpression).matchAll(/([#\w]+)\s*=\s*(:\w+)/g);
  const read = [...equalities].flatMap(([, name = '', placeholder = '']) => {
    const attribute = isObject(names) && name.startsWith('#') ? names[name] : name;
    const value = isObject(values) ? textIn(values[placeholder]) : undefined;
    return attribute === key && value !== undefined ? [value] : [];
  });
  return { action: 'dynamodb:Query', resource: placeOf(arn, input), context: contextOf(read) };
}

function placeOf(arn: string, { IndexName: index }: JsonObject): string {
  return index === undefined ? arn : `${arn}/index/${String(index)}`;
}

function leadingKeys(items: readonly Json[], partitionKey: string): Context {
  return contextOf(
    items.flatMap((item) => (isObject(item) ? (textIn(item[partitionKey]) ?? []) : [])),
  );
}

function contextOf(keys: readonly string[]): Context {
  return keys.length === 0 ? {} : { 'dynamodb:LeadingKeys': keys };
}

// An attribute's value as DynamoDB writes it: { "S": "text" }.
function textIn(attribute: Json | undefined): string | undefined {
  const value = isObject(attribute) ? attribute.S : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** A call may name a table by its ARN. */
function nameIn(tableOrArn: string): string {
  return tableOrArn.replace(/^arn:.*:table\//, '');
}

function describe({ ref, region, account, properties }: DeployedResource): Table {
  const indexes = [properties.GlobalSecondaryIndexes ?? []].flat().filter(isObject);
  return {
    arn: `arn:aws:dynamodb:${region}:${account}:table/${ref}`,
    partitionKey: partitionIn(properties),
    indexKeys: new Map(indexes.map((index) => [index.IndexName, partitionIn(index)])),
  };
}

function partitionIn({ KeySchema: schema }: JsonObject): string {
  const parts = [schema ?? []].flat().filter(isObject);
  return String(parts.find(({ KeyType: type }) => type === 'HASH')?.AttributeName);
}
