// Pages of a list.

export interface Page<Noun> {
  readonly items: readonly Noun[];
  /** The place of the last item when there are more. */
  readonly next?: string;
}

/** The page of these items. */
export function toPage<Noun>(items: readonly Noun[], hasMore: boolean, last?: string): Page<Noun> {
  return { items, ...(hasMore && last !== undefined && { next: last }) };
}

/** A tenant's whole collection, as its records were made. */
export const WHOLE_LIST = { order: 'oldest first', spread: 'even' } as const;
