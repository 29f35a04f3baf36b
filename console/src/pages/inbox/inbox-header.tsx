import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import SegmentedControl from '@cloudscape-design/components/segmented-control';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Toggle from '@cloudscape-design/components/toggle';
import { getRouteApi } from '@tanstack/react-router';
import type { RequestCounts } from '../../../../client/client.ts';
import { useOperator } from '../../session/session-context.tsx';
import { listViews } from './inbox-search.ts';
import type { InboxSearch, InboxView } from './inbox-search.ts';
import { KeysHelp } from './keys/keys-help.tsx';
import { inboxText } from './messages.ts';
import { pageTitle } from '../../routing/page-titles.ts';

interface InboxHeaderProps {
  readonly search: InboxSearch;
  readonly view: InboxView;
  readonly counts: RequestCounts | undefined;
  /** The requests that came after the list was read. */
  readonly newRequests: number;
  readonly onShowNew: () => void;
}

const VIEW_TEXTS = { 'for-me': 'forMe', mine: 'mine', all: 'all' } as const;

export function InboxHeader({ search, view, counts, newRequests, onShowNew }: InboxHeaderProps) {
  const navigate = getRouteApi('/inbox/{-$requestId}').useNavigate();
  const views = listViews(useOperator().permissions);
  const { order, ...unordered } = search;
  return (
    <SpaceBetween size="s">
      <Header variant="h1" actions={<KeysHelp />}>
        {pageTitle('inbox')}
      </Header>
      <SpaceBetween direction="horizontal" size="m" alignItems="center">
        <SegmentedControl
          label={inboxText('views')}
          selectedId={view}
          options={views.map((id) => ({ id, text: labelView(id, counts) }))}
          onChange={({ detail }) =>
            void navigate({
              params: { requestId: undefined },
              search: { ...search, view: detail.selectedId as InboxView },
            })
          }
        />
        <Toggle
          checked={order === 'asc'}
          onChange={({ detail }) =>
            void navigate({ search: detail.checked ? { ...search, order: 'asc' } : unordered })
          }
        >
          {inboxText('oldestFirst')}
        </Toggle>
        <span role="status">
          {newRequests > 0 && (
            <Button variant="inline-link" onClick={onShowNew}>
              {inboxText('newRequests', { count: newRequests })}
            </Button>
          )}
        </span>
      </SpaceBetween>
    </SpaceBetween>
  );
}

function labelView(view: InboxView, counts: RequestCounts | undefined): string {
  const name = inboxText(VIEW_TEXTS[view]);
  if (counts === undefined || view === 'all') return name;
  const count = view === 'mine' ? counts.mine : counts.decidable;
  return inboxText(counts.is_exact ? 'counted' : 'countedAtLeast', { view: name, count });
}
