// Pages of a list.
import type { ListingOrder } from './merged-lists.ts';

export interface Page<Noun> {
  readonly items: readonly Noun[];
  /** The cursor position of the last item, if there are more. */
  readonly next?: string;
}

/** A page of these items; `last` is the cursor position of the last one. */
export function toPage<Noun>(items: readonly Noun[], hasMore: boolean, last?: string): Page<Noun> {
  return { items, ...(hasMore && last !== undefined && { next: last }) };
}

/** Which page of a list: its order, the position after which it continues, and its length. */
export interface PageRequest {
  readonly order: ListingOrder;
  /** Absent on the first page. */
  readonly after: string | undefined;
  readonly limit: number;
}

/** The page that a request asks for: oldest first unless its query says otherwise. */
export function toPageRequest(
  { limit, order }: { readonly limit: number; readonly order?: 'asc' | 'desc' },
  after: string | undefined,
): PageRequest {
  return { order: order === 'desc' ? 'newest first' : 'oldest first', after, limit };
}
