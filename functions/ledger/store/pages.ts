// Pages of a list.

export interface Page<Noun> {
  readonly items: readonly Noun[];
  /** The cursor position of the last item, if there are more. */
  readonly next?: string;
}

/** A page of these items; `last` is the cursor position of the last one. */
export function toPage<Noun>(items: readonly Noun[], hasMore: boolean, last?: string): Page<Noun> {
  return { items, ...(hasMore && last !== undefined && { next: last }) };
}

/** Lists a tenant's whole collection in the order of creation. */
export const WHOLE_LIST = { order: 'oldest first', spread: 'even' } as const;
