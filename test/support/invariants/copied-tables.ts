// A copy of the tables, as the engine returned them, for the verification to read. It only scans,
// queries and gets, and a copy answers these at once, so that hundreds of corruptions can be tried.
import { BatchGetCommand, GetCommand, QueryCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { Item } from '../../../functions/ledger/store/item.ts';
import { formatKey } from '../../../functions/ledger/store/keys.ts';
import type { Store } from '../../../functions/ledger/store/store.ts';
import { readAllItems } from '../stack/tables.ts';
import type { TestTables } from '../stack/tables.ts';

type CopiedRows = Map<string, Item>;

export interface CopiedTables {
  readonly store: Store;
  list(): Item[];
  put(item: Item): void;
  remove(item: Item): void;
}

export async function copyTables({ ledger, receipts }: TestTables): Promise<CopiedTables> {
  const tables = new Map<string, CopiedRows>();
  for (const name of [ledger, receipts]) {
    const items = (await readAllItems(name)) as Item[];
    tables.set(name, new Map(items.map((item) => [formatKey(item), item])));
  }
  const rowsOf = (name: string | undefined) => tables.get(name ?? '') ?? new Map<string, Item>();
  const ownRows = ({ PK }: Item) => rowsOf(PK.split('#')[2] === 'RCP' ? receipts : ledger);
  const documents = { send: async (command: unknown) => answer(rowsOf, command) };
  return {
    store: {
      documents: documents as never,
      ledgerTable: ledger,
      receiptsTable: receipts,
      shards: 4,
    },
    list: () => [...tables.values()].flatMap((rows) => [...rows.values()]),
    put: (item) => void ownRows(item).set(formatKey(item), item),
    remove: (item) => void ownRows(item).delete(formatKey(item)),
  };
}

// Each read returns items of its own, as the engine does.
function answer(rowsOf: (name: string | undefined) => CopiedRows, command: unknown): object {
  if (command instanceof GetCommand) {
    const { TableName, Key } = command.input;
    const found = rowsOf(TableName).get(formatKey(Key as Item));
    return { Item: found && { ...found } };
  }
  if (command instanceof BatchGetCommand) {
    const tables = Object.entries(command.input.RequestItems ?? {}).map(
      ([table, { Keys = [] }]) => {
        const found = Keys.flatMap((key) => rowsOf(table).get(formatKey(key as Item)) ?? []);
        return [table, found.map((item) => ({ ...item }))];
      },
    );
    return { Responses: Object.fromEntries(tables) as object };
  }
  if (command instanceof QueryCommand) {
    const { TableName, ExpressionAttributeValues: values } = command.input;
    const { ':partition': partition, ':after': after } = values as Record<string, string>;
    const found = [...rowsOf(TableName).values()].filter(
      ({ PK, SK }) => PK === partition && SK > (after ?? ''),
    );
    return { Items: found.toSorted((a, b) => (a.SK < b.SK ? -1 : 1)).map((item) => ({ ...item })) };
  }
  if (command instanceof ScanCommand) {
    const { TableName, Segment, ExpressionAttributeValues: values } = command.input;
    if (Segment !== 0) return { Items: [] };
    const tenant = String(values?.[':tenant'] ?? '');
    const found = [...rowsOf(TableName).values()].filter(({ PK }) => PK.startsWith(tenant));
    return { Items: found.map((item) => ({ ...item })) };
  }
  throw new Error('the verification reads otherwise than this copy answers');
}
