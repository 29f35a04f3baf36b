// Reads lists by cursor. A page of a filtered list may be short, or empty, and still have a next one.

export interface ListPageContent<Item> {
  readonly items: readonly Item[];
  /** Absent on the last page. */
  readonly nextCursor: string | undefined;
  /** How far the list is behind the ledger; absent for one that is never behind. */
  readonly lagSeconds: number | undefined;
}

/** A page is read on this often before the reader is asked whether to continue. */
const READS_MAX = 5;

export type ReadListPage<Item> = (cursor: string | undefined) => Promise<ListPageContent<Item>>;

/** Reads pages until one `size` is full, the list ends, or five were read. */
export async function readFilledPage<Item>(
  read: ReadListPage<Item>,
  cursor: string | undefined,
  size: number,
): Promise<ListPageContent<Item>> {
  let page = await read(cursor);
  for (let reads = 1; reads < READS_MAX; reads += 1) {
    if (page.items.length >= size || page.nextCursor === undefined) return page;
    const next = await read(page.nextCursor);
    page = { ...next, items: [...page.items, ...next.items] };
  }
  return page;
}

/** Reads what a list that answers an array says in its headers. */
export function readListHeaders(headers: Headers): Omit<ListPageContent<never>, 'items'> {
  const lag = headers.get('X-Lag-Seconds');
  return {
    nextCursor: headers.get('X-Next-Cursor') ?? undefined,
    lagSeconds: lag === null ? undefined : Number.parseInt(lag, 10),
  };
}
