// Answers the scans and queries of a verification as DynamoDB does, from records that it computes. Ten million account
// entries are never stored: writing them into an engine would take hours.
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import type { Item } from '../../../functions/ledger/store/item.ts';
import { formatKey } from '../../../functions/ledger/store/keys.ts';
import { toAttributes } from '../load/seeded-journal.ts';
import {
  buildPairReceipts,
  buildPairRecords,
  ENTRIES_PER_PAIR,
  readPair,
} from './generated-ledger.ts';

export const LEDGER_TABLE = 'ledger';
export const RECEIPTS_TABLE = 'receipts';

/** A pair is read by the scan and by the queries of its accounts, several of them at once. */
const REMEMBERED_PAIRS = 32;

export interface GeneratedSource {
  readonly endpoint: string;
  stop(): Promise<void>;
}

/** What the requests of a verification have of the members of DynamoDB's API. */
interface SourceRequest {
  readonly TableName: string;
  readonly Segment?: number;
  readonly TotalSegments?: number;
  readonly ExclusiveStartKey?: { readonly SK: { readonly S: string } };
  readonly Key?: Readonly<Record<'PK' | 'SK', { readonly S: string }>>;
  readonly ExpressionAttributeValues?: Readonly<Record<string, { readonly S: string }>>;
}

/** Serves a ledger with so many account entries, a whole number of pairs. */
export async function startLedgerSource(accountEntries: number): Promise<GeneratedSource> {
  const pairs = new PairPages(accountEntries / ENTRIES_PER_PAIR);
  const server = createServer((request, response) => {
    answer(pairs, request).then(
      (body) => {
        response.setHeader('content-type', 'application/x-amz-json-1.0').end(body);
      },
      (error: unknown) => {
        response.statusCode = 400;
        response.end(JSON.stringify({ __type: 'ValidationException', message: String(error) }));
      },
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(pairs: PairPages, request: IncomingMessage): Promise<string> {
  const [, operation] = String(request.headers['x-amz-target']).split('.');
  const body = JSON.parse(await readText(request)) as SourceRequest;
  if (operation === 'Scan') return pairs.scan(body);
  if (operation === 'Query') return pairs.query(body);
  if (operation === 'GetItem') return pairs.get(body);
  throw new Error(`${operation} is not answered.`);
}

/** The records of a pair, each as a text. */
interface PairTexts {
  readonly others: ReadonlyMap<string, string>;
  readonly entries: ReadonlyMap<string, readonly SortedText[]>;
}

interface SortedText {
  readonly sortKey: string;
  readonly text: string;
}

class PairPages {
  readonly #count: number;
  readonly #remembered = new Map<number, PairTexts>();

  constructor(count: number) {
    this.#count = count;
  }

  // The pairs of a segment are those whose number has its remainder; each is one page.
  async scan({ TableName, Segment = 0, ...rest }: SourceRequest): Promise<string> {
    const { TotalSegments: step = 1, ExclusiveStartKey: after } = rest;
    const pair = after ? Number(after.SK.S) + step : Segment;
    if (pair >= this.#count) return '{"Items":[]}';
    const items =
      TableName === LEDGER_TABLE
        ? this.#listRecords(pair)
        : (await buildPairReceipts(pair)).map(toText);
    const last =
      pair + step < this.#count
        ? `,"LastEvaluatedKey":{"PK":{"S":"pair"},"SK":{"S":"${pair}"}}`
        : '';
    return `{"Items":[${items.join(',')}]${last}}`;
  }

  /** A record of an account, and none of the other records that there might be. */
  get({ Key: key }: SourceRequest): string {
    const { PK: { S: PK } = { S: '' }, SK: { S: SK } = { S: '' } } = key ?? {};
    const [, , kind, accountId = ''] = PK.split('#');
    const id = kind === 'BAL' ? accountId : SK;
    if (kind !== 'BAL' && kind !== 'ACC') return '{}';
    const item = this.#read(readPair(id)).others.get(formatKey({ PK, SK }));
    return item === undefined ? '{}' : `{"Item":${item}}`;
  }

  /** The entries of an account after a sort key; a ledger of transfers has nothing else to query. */
  query({ ExpressionAttributeValues: values = {} }: SourceRequest): string {
    const { S: partition = '' } = values[':partition'] ?? {};
    const { S: after = '' } = values[':after'] ?? {};
    const [, , kind, accountId = ''] = partition.split('#');
    if (kind !== 'ENT') throw new Error(`No query of ${partition} is answered.`);
    const entries = this.#read(readPair(accountId)).entries.get(accountId) ?? [];
    const left = entries.filter(({ sortKey }) => sortKey > after);
    return `{"Items":[${left.map(({ text }) => text).join(',')}]}`;
  }

  #listRecords(pair: number): string[] {
    const { others, entries } = this.#read(pair);
    return [...others.values(), ...[...entries.values()].flat().map(({ text }) => text)];
  }

  #read(pair: number): PairTexts {
    const known = this.#remembered.get(pair);
    if (known) return known;
    const { others, entries } = buildPairRecords(pair);
    const sorted = [...entries].map(([id, items]): [string, SortedText[]] => [
      id,
      items.map((item) => ({ sortKey: item.SK, text: toText(item) })),
    ]);
    const texts = {
      others: new Map(others.map((item) => [formatKey(item), toText(item)])),
      entries: new Map(sorted),
    };
    this.#remembered.set(pair, texts);
    const [oldest = pair] = this.#remembered.keys();
    if (this.#remembered.size > REMEMBERED_PAIRS) this.#remembered.delete(oldest);
    return texts;
  }
}

function toText(item: Item): string {
  return JSON.stringify(toAttributes(item));
}
