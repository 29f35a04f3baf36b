// Reads lists by cursor. A page of a filtered list may be short, or empty, and still have a next one.

export interface ListPageContent<Item, Summary = unknown> {
  readonly items: readonly Item[];
  /** Absent on the last page. */
  readonly nextCursor: string | undefined;
  /** How far the list is behind the ledger; absent for one that is never behind. */
  readonly lagSeconds: number | undefined;
  /** What the page says of the whole list, such as its totals. */
  readonly summary?: Summary;
}

/** A page is read on this often before the reader is asked whether to continue. */
const READS_MAX = 5;

export type ReadListPage<Item, Summary = unknown> = (
  cursor: string | undefined,
) => Promise<ListPageContent<Item, Summary>>;

/** Reads pages until one `size` is full, the list ends, or five were read. */
export async function readFilledPage<Item, Summary>(
  read: ReadListPage<Item, Summary>,
  cursor: string | undefined,
  size: number,
): Promise<ListPageContent<Item, Summary>> {
  let page = await read(cursor);
  for (let reads = 1; reads < READS_MAX; reads += 1) {
    if (page.items.length >= size || page.nextCursor === undefined) return page;
    const next = await read(page.nextCursor);
    const { nextCursor, lagSeconds } = next;
    page = { ...page, nextCursor, lagSeconds, items: [...page.items, ...next.items] };
  }
  return page;
}

/** What a list has beyond the longest that is read. */
export class ListTooLongError extends Error {
  readonly limit: number;

  constructor(limit: number) {
    super(`The list has more than ${limit} items.`);
    this.name = 'ListTooLongError';
    this.limit = limit;
  }
}

export interface WholeList<Item, Summary> {
  readonly items: readonly Item[];
  /** As the first page has it. */
  readonly summary: Summary | undefined;
}

/** Reads a list to its end, or throws `ListTooLongError` as soon as it has more than `limit` items. */
export async function readWholeList<Item, Summary>(
  read: ReadListPage<Item, Summary>,
  limit: number,
  onProgress: (count: number) => void = () => undefined,
): Promise<WholeList<Item, Summary>> {
  const items: Item[] = [];
  let page = await read(undefined);
  const { summary } = page;
  for (;;) {
    items.push(...page.items);
    if (items.length > limit) throw new ListTooLongError(limit);
    onProgress(items.length);
    if (page.nextCursor === undefined) return { items, summary };
    page = await read(page.nextCursor);
  }
}

/** Reads what a list that answers an array says in its headers. */
export function readListHeaders(headers: Headers): Omit<ListPageContent<never>, 'items'> {
  const lag = headers.get('X-Lag-Seconds');
  return {
    nextCursor: headers.get('X-Next-Cursor') ?? undefined,
    lagSeconds: lag === null ? undefined : Number.parseInt(lag, 10),
  };
}
