// The view of the inbox as the address has it, and the query that it makes.
import type {
  DecisionStatus,
  ListRequestsRequest,
  RequestKind,
} from '../../../../client/client.ts';
import type { OperatorPermission } from '../../session/permissions.ts';

export const INBOX_VIEWS = ['for-me', 'mine', 'all'] as const;

export type InboxView = (typeof INBOX_VIEWS)[number];

/** Ages in hours, by their names in the address. */
export const AGE_HOURS = { '1h': 1, '1d': 24, '3d': 72, '7d': 168, '30d': 720 } as const;

export type AgeName = keyof typeof AGE_HOURS;

export const AGE_NAMES = Object.keys(AGE_HOURS) as readonly AgeName[];

export interface InboxSearch {
  readonly view?: InboxView;
  readonly kind?: RequestKind;
  readonly status?: DecisionStatus;
  readonly subject?: string;
  readonly maker?: string;
  readonly amount_from?: string;
  readonly amount_to?: string;
  readonly currency?: string;
  /** Only requests that are at least this old. */
  readonly age_from?: AgeName;
  /** Only requests that are at most this old. */
  readonly age_to?: AgeName;
  readonly order?: 'asc';
}

const HOUR_MS = 3_600_000;

/** The views that the permissions open; the first is the one on arrival. */
export function listViews(own: readonly OperatorPermission[]): readonly InboxView[] {
  const makes = ['finance.write', 'configuration.write', 'compliance.operate'] as const;
  return INBOX_VIEWS.filter((view) => {
    if (view === 'for-me') return own.includes('finance.approve');
    return view === 'all' || makes.some((permission) => own.includes(permission));
  });
}

/** The view of the address, if the permissions open it. */
export function chooseView(search: InboxSearch, own: readonly OperatorPermission[]): InboxView {
  const views = listViews(own);
  return views.find((view) => view === search.view) ?? views[0] ?? 'all';
}

/** Whether anything but the view and the order narrows the list. */
export function isFiltered({ view: _view, order: _order, ...filters }: InboxSearch): boolean {
  return Object.values(filters).some((value) => value !== undefined);
}

type InboxQuery = Omit<ListRequestsRequest['query'], 'limit' | 'cursor'>;

/** Builds the query of the API. An age counts from now. */
export function buildRequestQuery(search: InboxSearch, view: InboxView, now: Date): InboxQuery {
  const { view: _view, age_from, age_to, ...filters } = search;
  return {
    ...filters,
    ...(view === 'for-me' && { decidable: 'true' }),
    ...(view === 'mine' && { mine: 'true' }),
    ...(age_to !== undefined && { from: findTimeBefore(now, age_to) }),
    ...(age_from !== undefined && { to: findTimeBefore(now, age_from) }),
  };
}

function findTimeBefore(now: Date, age: AgeName): string {
  return new Date(now.getTime() - AGE_HOURS[age] * HOUR_MS).toISOString();
}
