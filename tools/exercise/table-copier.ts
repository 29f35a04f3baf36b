// Copies and changes tables directly, without the product. A copy replaces point-in-time recovery, which
// local engines do not have.
import {
  BatchWriteItemCommand,
  CreateTableCommand,
  DeleteTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ListTablesCommand,
  PutItemCommand,
  UpdateTableCommand,
  paginateScan,
} from '@aws-sdk/client-dynamodb';
import type {
  AttributeValue,
  CreateTableCommandInput,
  TableDescription,
} from '@aws-sdk/client-dynamodb';

export type StoredItem = Record<string, AttributeValue>;

/** The content of a table at an instant. */
export interface TableCopy {
  readonly shape: Omit<CreateTableCommandInput, 'TableName'>;
  readonly items: readonly StoredItem[];
}

const BATCH = 25;

export class TableCopier {
  readonly #client: DynamoDBClient;

  constructor(endpoint: string) {
    const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
    this.#client = new DynamoDBClient({ endpoint, region: 'us-east-1', credentials });
  }

  /** Copies a table, which must not be written during the copy. */
  async copy(name: string): Promise<TableCopy> {
    const { Table: table } = await this.#client.send(new DescribeTableCommand({ TableName: name }));
    if (!table) throw new Error(`There is no table ${name}.`);
    const items: StoredItem[] = [];
    const scan = { TableName: name, ConsistentRead: true };
    for await (const page of paginateScan({ client: this.#client }, scan)) {
      items.push(...(page.Items ?? []));
    }
    return { shape: readTableShape(table), items };
  }

  /** Creates a new table with the copied content. */
  async restore(name: string, { shape, items }: TableCopy): Promise<void> {
    await this.#client.send(new CreateTableCommand({ ...shape, TableName: name }));
    for (let start = 0; start < items.length; start += BATCH) {
      const requests = items.slice(start, start + BATCH).map((Item) => ({ PutRequest: { Item } }));
      await this.#write(name, requests);
    }
  }

  async has(name: string): Promise<boolean> {
    const { TableNames: names = [] } = await this.#client.send(new ListTablesCommand({}));
    return names.includes(name);
  }

  async put(name: string, item: StoredItem): Promise<void> {
    await this.#client.send(new PutItemCommand({ TableName: name, Item: item }));
  }

  async unprotect(name: string): Promise<void> {
    const input = { TableName: name, DeletionProtectionEnabled: false };
    await this.#client.send(new UpdateTableCommand(input));
  }

  async delete(name: string): Promise<void> {
    await this.#client.send(new DeleteTableCommand({ TableName: name }));
  }

  close(): void {
    this.#client.destroy();
  }

  async #write(name: string, requests: { PutRequest: { Item: StoredItem } }[]): Promise<void> {
    const command = new BatchWriteItemCommand({ RequestItems: { [name]: requests } });
    const { UnprocessedItems: unprocessed = {} } = await this.#client.send(command);
    if (Object.keys(unprocessed).length > 0) {
      throw new Error(`The engine did not write all items of ${name}.`);
    }
  }
}

function readTableShape(table: TableDescription): TableCopy['shape'] {
  const { KeySchema, AttributeDefinitions, StreamSpecification, GlobalSecondaryIndexes } = table;
  const indexes = GlobalSecondaryIndexes?.map((index) => {
    const { IndexName, KeySchema: schema, Projection } = index;
    return { IndexName, KeySchema: schema, Projection };
  });
  return {
    KeySchema,
    AttributeDefinitions,
    BillingMode: 'PAY_PER_REQUEST',
    ...(indexes && { GlobalSecondaryIndexes: indexes }),
    ...(StreamSpecification && { StreamSpecification }),
  };
}
