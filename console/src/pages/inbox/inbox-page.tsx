// The inbox: every request that waits or was decided, beside the one that is open.
import type { PropertyFilterProps } from '@cloudscape-design/components/property-filter';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useRef, useState } from 'react';
import type { RequestSummary } from '../../../../client/client.ts';
import { ListPage } from '../../parts/list-page.tsx';
import { loadPart } from '../../parts/load-part.tsx';
import { useNarrowWindow } from '../../parts/use-narrow-window.ts';
import { PageLink } from '../../routing/page-link.tsx';
import { useOperator } from '../../session/session-context.tsx';
import { BulkActions } from './bulk/bulk-actions.tsx';
import type { DecidedRequests } from './decided-requests.ts';
import { InboxHeader } from './inbox-header.tsx';
import { chooseView, isFiltered } from './inbox-search.ts';
import type { InboxSearch } from './inbox-search.ts';
import { KEYS_AREA, useKeys } from './keys/use-keys.ts';
import { inboxText } from './messages.ts';
import { listColumns } from './request-columns.tsx';
import type { StoredRequest } from './request-kinds.ts';
import { DecisionNotice } from './request/decision-notice.tsx';
import type { DecisionEnd } from './request/decision-end.ts';
import { requestText } from './request/messages.ts';
import { OpenRequestView } from './request/open-request-view.tsx';
import { useRequestCounts, useRequestList } from './use-inbox.ts';
import { useSelection } from './use-selection.ts';
import './inbox.css';
import { pageTitle } from '../../routing/page-titles.ts';

const InboxFilters = loadPart(async () => (await import('./inbox-filters.tsx')).InboxFilters);

const route = getRouteApi('/inbox/{-$requestId}');

const EMPTY_TEXTS = { 'for-me': 'noneForMe', mine: 'noneMine', all: 'none' } as const;

export function InboxPage() {
  const inbox = useInbox();
  const { search, view, list, counts, openId, isAlone } = inbox;
  return (
    <div className={KEYS_AREA}>
      <SpaceBetween size="m">
        <InboxHeader
          search={search}
          view={view}
          counts={counts}
          newRequests={inbox.newRequests}
          onShowNew={list.readAgain}
        />
        {inbox.notice !== undefined && <DecisionNotice {...inbox.notice} />}
        <div className="inbox-split" ref={inbox.splitRef}>
          {!isAlone && <InboxList inbox={inbox} />}
          {isAlone && (
            <PageLink to="/inbox/{-$requestId}" params={{ requestId: undefined }} search={search}>
              {requestText('back')}
            </PageLink>
          )}
          {openId !== undefined && (
            <OpenRequestView
              key={openId}
              requestId={openId}
              listed={list.items?.find(({ id }) => id === openId)}
              onDecided={inbox.conclude}
            />
          )}
        </div>
      </SpaceBetween>
    </div>
  );
}

function InboxList({ inbox }: { readonly inbox: ReturnType<typeof useInbox> }) {
  const { search, view, list, openId } = inbox;
  const items = list.items ?? [];
  const filterRef = useRef<PropertyFilterProps.Ref>(null);
  const { selection, selected, toggle, forget } = useSelection(items);
  const openBy = (step: number) => {
    const row = items[items.findIndex(({ id }) => id === openId) + step];
    if (row !== undefined) inbox.openRow(row.id);
  };
  useKeys({
    j: () => openBy(1),
    k: () => openBy(-1),
    x: () => openId !== undefined && toggle(openId),
    '/': () => filterRef.current?.focus(),
  });
  return (
    <ListPage
      title={pageTitle('inbox')}
      level="h2"
      list={list}
      columns={listColumns({ search, view, openId })}
      readId={({ id }) => id}
      empty={inboxText(isFiltered(search) ? 'noMatch' : EMPTY_TEXTS[view])}
      filters={<InboxFilters search={search} items={items} filterRef={filterRef} />}
      selection={selection}
      actions={
        selection !== undefined && (
          <BulkActions
            selected={selected}
            onDecided={(decided) => {
              forget(decided);
              inbox.noteDecisions(decided);
            }}
          />
        )
      }
    />
  );
}

interface NoticeContent {
  readonly outcome: DecisionEnd;
  readonly title: string;
}

function useInbox() {
  const search = route.useSearch();
  const { requestId } = route.useParams();
  const [decided, setDecided] = useState<DecidedRequests>(new Map());
  const [notice, setNotice] = useState<NoticeContent>();
  const view = chooseView(search, useOperator().permissions);
  const list = useRequestList(search, view, decided);
  const counts = useRequestCounts();
  const isNarrow = useNarrowWindow();
  const firstId = useFirstRequest(list, { search, view });
  const openId = requestId ?? (isNarrow ? undefined : firstId);
  const { splitRef, openRow, openNext } = useNextRow(list.items ?? [], openId);
  const noteDecisions = useCallback((requests: readonly StoredRequest[]) => {
    const ends = requests.map(({ id, status }) => [id, status] as const);
    setDecided((before) => new Map([...before, ...ends]));
  }, []);
  const conclude = useCallback(
    (outcome: DecisionEnd, title: string) => {
      setNotice({ outcome, title });
      if (outcome.kind === 'lost') return;
      noteDecisions([outcome.request]);
      // What failed stays open, with its reason.
      if (outcome.request.status !== 'FAILED' && view === 'for-me') openNext();
    },
    [noteDecisions, openNext, view],
  );
  const isAlone = isNarrow && requestId !== undefined;
  const newRequests = countNew({ items: list.items, hasMore: list.hasMore }, counts?.decidable);
  const isCounted = view === 'for-me' && !isFiltered(search);
  return {
    search,
    view,
    list,
    counts,
    openId,
    isAlone,
    notice,
    conclude,
    noteDecisions,
    splitRef,
    openRow,
    newRequests: isCounted ? newRequests : 0,
  };
}

interface ShownList {
  readonly search: InboxSearch;
  readonly view: string;
}

interface ShownItems {
  readonly items: readonly RequestSummary[] | undefined;
  readonly areOfOther: boolean;
}

// The request that is open on arrival stays open, whatever the list shows when it is read again: a checker
// may be deciding it.
function useFirstRequest({ items, areOfOther }: ShownItems, shown: ShownList): string | undefined {
  const key = JSON.stringify(shown);
  const [first, setFirst] = useState<{ readonly key: string; readonly id: string }>();
  const id = items?.[0]?.id;
  if (id !== undefined && !areOfOther && first?.key !== key) setFirst({ key, id });
  return first?.key === key ? first.id : id;
}

interface ListExtent {
  readonly items: readonly RequestSummary[] | undefined;
  readonly hasMore: boolean;
}

/** How many more requests there are than a list shows that has an end. */
function countNew({ items, hasMore }: ListExtent, count: number | undefined): number {
  if (items === undefined || hasMore || count === undefined) return 0;
  return Math.max(0, count - items.length);
}

/** Opens a row, or the one after the open one (at the end, before it), and moves the focus there. */
function useNextRow(items: readonly RequestSummary[], openId: string | undefined) {
  const navigate = route.useNavigate();
  const splitRef = useRef<HTMLDivElement>(null);
  const index = items.findIndex(({ id }) => id === openId);
  const nextId = (items[index + 1] ?? items[index - 1])?.id;
  const openRow = useCallback(
    (requestId: string | undefined) => {
      const opened = navigate({
        params: { requestId },
        search: (search) => search,
        replace: true,
      });
      void opened.then(() => focusRow(splitRef.current, requestId));
    },
    [navigate],
  );
  const openNext = useCallback(() => openRow(nextId), [openRow, nextId]);
  return { splitRef, openRow, openNext };
}

function focusRow(split: HTMLDivElement | null, id: string | undefined): void {
  const row = id === undefined ? null : split?.querySelector(`[data-request="${id}"] a`);
  const target = row ?? document.querySelector('h1');
  if (!(target instanceof HTMLElement)) return;
  if (row === null) target.tabIndex = -1;
  target.focus();
}
