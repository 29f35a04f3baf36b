// Answers the queries of a generated general ledger.
import type { Item } from '../../../functions/ledger/store/item.ts';
import { toAttributes } from '../load/seeded-journal.ts';
import { buildCounterRows, buildPairLines } from './generated-books.ts';
import { findFirstPair, readPairOfKey } from './generated-ledger.ts';

type AttributeValues = Readonly<Record<string, { readonly S: string }>>;

export interface BookQuery {
  readonly ExpressionAttributeValues?: AttributeValues;
  readonly ExclusiveStartKey?: { readonly SK: { readonly S: string } };
}

const DAY = /\d{4}-\d{2}-\d{2}$/;

/** The rows of counters, which are few, and the lines of each pair, which are built where they are read. */
export class BookPages {
  readonly #pairs: number;
  readonly #rows: ReadonlyMap<string, Item>;

  constructor(pairs: number) {
    this.#pairs = pairs;
    this.#rows = new Map(buildCounterRows(pairs).map((item) => [item.SK, item]));
  }

  /** The rows with these names. */
  get(names: readonly string[]): string {
    return names.flatMap((name) => formatItem(this.#rows.get(name))).join(',');
  }

  query({ ExpressionAttributeValues: values = {}, ExclusiveStartKey: start }: BookQuery): string {
    const read = (name: string) => values[name]?.S ?? '';
    const prefix = read(':prefix');
    if (prefix === '') return this.#queryLines(read(':from'), read(':before'), start?.SK.S);
    const names = [...this.#rows.keys()].filter((name) => name.startsWith(prefix)).toSorted();
    return `{"Items":[${this.get(names)}]}`;
  }

  /** A page has the lines of one pair. The ledger has no differences from control accounts. */
  #queryLines(from: string, before: string, after: string | undefined): string {
    if (!from.startsWith('EUR#')) return '{"Items":[]}';
    const next = after === undefined ? undefined : readPairOfKey(after) + 1;
    const pair = next ?? findPairAt(from, 0);
    const end = Math.min(this.#pairs, findPairAt(before, this.#pairs));
    if (pair >= end) return '{"Items":[]}';
    const items = buildPairLines(pair).map(toAttributes);
    const { PK, SK } = items.at(-1) ?? {};
    const last = pair + 1 < end ? `,"LastEvaluatedKey":${JSON.stringify({ PK, SK })}` : '';
    return `{"Items":${JSON.stringify(items)}${last}}`;
  }
}

function findPairAt(bound: string, otherwise: number): number {
  const [day] = DAY.exec(bound) ?? [];
  return day === undefined ? otherwise : findFirstPair(day);
}

function formatItem(item: Item | undefined): string[] {
  return item ? [JSON.stringify(toAttributes(item))] : [];
}
