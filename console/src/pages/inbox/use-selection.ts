import type { RequestSummary } from '../../../../client/client.ts';
import { useDraft } from '../../api/submissions/use-draft.ts';
import type { ItemSelection } from '../../parts/item-list.tsx';
import { useIsPermitted, useOperator } from '../../session/session-context.tsx';
import { inboxText } from './messages.ts';
import { describeSummary } from './request-titles.ts';

export interface RequestSelection {
  /** Undefined for an operator who decides nothing. */
  readonly selection: ItemSelection<RequestSummary> | undefined;
  readonly selected: readonly RequestSummary[];
  readonly toggle: (id: string) => void;
  /** Forgets requests that are decided. */
  readonly forget: (decided: readonly { readonly id: string }[]) => void;
}

interface SelectedRequests {
  readonly ids: readonly string[];
}

const NONE: SelectedRequests = { ids: [] };

/**
 * What is selected of the requests that the operator may decide. It stays as a draft does, until it is decided: also when
 * the list is read again or filtered, and when one of the requests, or another page, is opened meanwhile.
 */
export function useSelection(items: readonly RequestSummary[]): RequestSelection {
  const { input, change, discard } = useDraft('selected requests', NONE);
  const ids = new Set(input.ids);
  const { id: own } = useOperator();
  const isPermitted = useIsPermitted(['finance.approve']);
  const isSelectable = ({ status, requested_by }: RequestSummary) =>
    status === 'PENDING_APPROVAL' && requested_by !== own;
  const selected = items.filter((item) => ids.has(item.id) && isSelectable(item));
  const keep = (kept: ReadonlySet<string>) =>
    kept.size === 0 ? discard() : change({ ids: [...kept] });
  const toggle = (id: string) => {
    if (!ids.delete(id)) ids.add(id);
    keep(ids);
  };
  const forget = (decided: readonly { readonly id: string }[]) => {
    for (const { id } of decided) ids.delete(id);
    keep(ids);
  };
  if (!isPermitted) return { selection: undefined, selected: [], toggle: () => undefined, forget };
  const selection: ItemSelection<RequestSummary> = {
    selected,
    onChange: (chosen) => {
      for (const { id } of items) ids.delete(id);
      for (const { id } of chosen) ids.add(id);
      keep(ids);
    },
    isSelectable,
    groupLabel: inboxText('selectGroup'),
    labelItem: (request) => inboxText('selectOne', { request: describeSummary(request) }),
  };
  return { selection, selected, toggle, forget };
}
