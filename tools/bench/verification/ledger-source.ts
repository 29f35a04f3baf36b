// Answers the scans and queries of a verification as DynamoDB does, from records that it computes. Ten million account
// entries are never stored: writing them into an engine would take hours.
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import type { Item } from '../../../functions/ledger/store/item.ts';
import { formatKey } from '../../../functions/ledger/store/keys.ts';
import { toAttributes } from '../load/seeded-journal.ts';
import { BookPages } from './book-pages.ts';
import type { BookQuery } from './book-pages.ts';
import {
  buildPairReceipts,
  buildPairRecords,
  ENTRIES_PER_PAIR,
  readPair,
  readPairOfKey,
} from './generated-ledger.ts';

export const LEDGER_TABLE = 'ledger';
export const RECEIPTS_TABLE = 'receipts';
/** For what is derived from the ledger. */
export const PROJECTIONS_TABLE = 'projections';

/** A pair is read by the scan and by the queries of its accounts, several of them at once. */
const REMEMBERED_PAIRS = 32;

export interface GeneratedSource {
  readonly endpoint: string;
  /** Resolves when half of the pairs of the ledger table have been scanned. */
  readonly halfScanned: Promise<void>;
  /** The number of records that scans have read, some perhaps more than once. */
  countScanned(): number;
  stop(): Promise<void>;
}

type RequestKey = Readonly<Record<'PK' | 'SK', { readonly S: string }>>;

/** What the requests of a verification have of the members of DynamoDB's API. */
interface SourceRequest {
  readonly TableName: string;
  readonly Segment?: number;
  readonly TotalSegments?: number;
  readonly ExclusiveStartKey?: RequestKey;
  readonly Key?: RequestKey;
  readonly ExpressionAttributeValues?: Readonly<Record<string, { readonly S: string }>>;
  readonly RequestItems?: Readonly<Record<string, { readonly Keys: readonly RequestKey[] }>>;
}

/** Serves a ledger with so many account entries, a whole number of pairs. */
export async function startLedgerSource(accountEntries: number): Promise<GeneratedSource> {
  const count = accountEntries / ENTRIES_PER_PAIR;
  const [pairs, books] = [new PairPages(count), new BookPages(count)];
  const server = createServer((request, response) => {
    answer({ pairs, books }, request).then(
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
    halfScanned: pairs.halfScanned,
    countScanned: () => pairs.scanned,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface SourcePages {
  readonly pairs: PairPages;
  readonly books: BookPages;
}

async function answer({ pairs, books }: SourcePages, request: IncomingMessage): Promise<string> {
  const [, operation] = String(request.headers['x-amz-target']).split('.');
  const body = JSON.parse(await readText(request)) as SourceRequest;
  const isOfBooks = body.TableName === PROJECTIONS_TABLE;
  if (operation === 'Query' && isOfBooks) return books.query(body satisfies BookQuery);
  if (operation === 'BatchGetItem') return getRows(books, body);
  if (operation === 'Scan') return pairs.scan(body);
  if (operation === 'Query') return pairs.query(body);
  if (operation === 'GetItem') return pairs.get(body);
  if (operation === 'DescribeTable') return describeTable(body);
  throw new Error(`${operation} is not answered.`);
}

// Rows of counters are all that a verification of this ledger reads by their keys, several at once.
function getRows(books: BookPages, { RequestItems: wanted = {} }: SourceRequest): string {
  const names = (wanted[PROJECTIONS_TABLE]?.Keys ?? []).map(({ SK }) => SK.S);
  return `{"Responses":{"${PROJECTIONS_TABLE}":[${books.get(names)}]}}`;
}

function describeTable({ TableName: name }: SourceRequest): string {
  return JSON.stringify({ Table: { TableArn: name, TableId: name, CreationDateTime: 0 } });
}

/** A record with its formatted key. */
interface RecordText {
  readonly name: string;
  readonly key: RequestKey;
  readonly text: string;
}

/** The records of a pair. */
interface PairTexts {
  readonly others: ReadonlyMap<string, RecordText>;
  readonly entries: ReadonlyMap<string, readonly RecordText[]>;
}

class PairPages {
  /** The number of records that scans have read. */
  scanned = 0;
  readonly #count: number;
  readonly #half = Promise.withResolvers<void>();
  /** The last record of the page that each segment of a table has got last. */
  readonly #ends = new Map<string, { readonly name: string; readonly pair: number }>();
  #pagesScanned = 0;
  readonly #remembered = new Map<number, PairTexts>();

  constructor(count: number) {
    this.#count = count;
  }

  /** Resolves when half of the pairs of the ledger table have been scanned. */
  get halfScanned(): Promise<void> {
    return this.#half.promise;
  }

  /** The pairs of a segment are those whose number has its remainder; each is one page. */
  async scan({ TableName: table, ...rest }: SourceRequest): Promise<string> {
    const { Segment: segment = 0, TotalSegments: step = 1, ExclusiveStartKey: start } = rest;
    const segmentName = `${table} ${segment}`;
    const { pair, after } = start ? this.#findStart(segmentName, start, step) : { pair: segment };
    if (pair >= this.#count) return '{"Items":[]}';
    const isLedger = table === LEDGER_TABLE;
    const records = isLedger ? this.#listRecords(pair) : await buildReceiptTexts(pair);
    const left = records.slice(1 + records.findIndex(({ name }) => name === after));
    this.scanned += left.length;
    if (isLedger) this.#pagesScanned += 1;
    if (this.#pagesScanned * 2 >= this.#count) this.#half.resolve();
    const last = records.at(-1);
    this.#ends.set(segmentName, { name: last?.name ?? '', pair });
    const end =
      last && pair + step < this.#count ? `,"LastEvaluatedKey":${JSON.stringify(last.key)}` : '';
    return `{"Items":[${left.map(({ text }) => text).join(',')}]${end}}`;
  }

  // A page follows the one before, or begins in its middle, where a checkpoint was written.
  #findStart(
    segmentName: string,
    { PK: { S: PK }, SK: { S: SK } }: RequestKey,
    step: number,
  ): { readonly pair: number; readonly after?: string } {
    const after = formatKey({ PK, SK });
    const end = this.#ends.get(segmentName);
    return end?.name === after ? { pair: end.pair + step } : { pair: readPairOfKey(after), after };
  }

  /** A record of an account, and none of the other records that there might be. */
  get({ Key: key }: SourceRequest): string {
    const { PK: { S: PK } = { S: '' }, SK: { S: SK } = { S: '' } } = key ?? {};
    const [, , kind, accountId = ''] = PK.split('#');
    const id = kind === 'BAL' ? accountId : SK;
    if (kind !== 'BAL' && kind !== 'ACC') return '{}';
    const record = this.#read(readPair(id)).others.get(formatKey({ PK, SK }));
    return record === undefined ? '{}' : `{"Item":${record.text}}`;
  }

  /** The entries of an account after a sort key; a ledger of transfers has nothing else to query. */
  query({ ExpressionAttributeValues: values = {} }: SourceRequest): string {
    const { S: partition = '' } = values[':partition'] ?? {};
    const { S: after = '' } = values[':after'] ?? {};
    const [, , kind, accountId = ''] = partition.split('#');
    if (kind !== 'ENT') throw new Error(`No query of ${partition} is answered.`);
    const entries = this.#read(readPair(accountId)).entries.get(accountId) ?? [];
    const left = entries.filter(({ key }) => key.SK.S > after);
    return `{"Items":[${left.map(({ text }) => text).join(',')}]}`;
  }

  #listRecords(pair: number): RecordText[] {
    const { others, entries } = this.#read(pair);
    return [...others.values(), ...[...entries.values()].flat()];
  }

  #read(pair: number): PairTexts {
    const known = this.#remembered.get(pair);
    if (known) return known;
    const { others, entries } = buildPairRecords(pair);
    const texts = {
      others: new Map(others.map((item) => [formatKey(item), toText(item)])),
      entries: new Map([...entries].map(([id, items]) => [id, items.map(toText)])),
    };
    this.#remembered.set(pair, texts);
    const [oldest = pair] = this.#remembered.keys();
    if (this.#remembered.size > REMEMBERED_PAIRS) this.#remembered.delete(oldest);
    return texts;
  }
}

async function buildReceiptTexts(pair: number): Promise<RecordText[]> {
  return (await buildPairReceipts(pair)).map(toText);
}

function toText(item: Item): RecordText {
  const { PK, SK } = item;
  const text = JSON.stringify(toAttributes(item));
  return { name: formatKey(item), key: { PK: { S: PK }, SK: { S: SK } }, text };
}
