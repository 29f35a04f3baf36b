import { useState } from 'react';
import type { RequestSummary } from '../../../../client/client.ts';
import type { ItemSelection } from '../../parts/item-list.tsx';
import { useIsPermitted, useOperator } from '../../session/session-context.tsx';
import { inboxText } from './messages.ts';
import { describeSummary } from './request-titles.ts';

export interface RequestSelection {
  /** Undefined for an operator who decides nothing. */
  readonly selection: ItemSelection<RequestSummary> | undefined;
  readonly selected: readonly RequestSummary[];
  readonly toggle: (id: string) => void;
}

/** What is selected of the requests that the operator may decide; it stays when the list is read again. */
export function useSelection(items: readonly RequestSummary[]): RequestSelection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const { id: own } = useOperator();
  const isPermitted = useIsPermitted(['finance.approve']);
  const isSelectable = ({ status, requested_by }: RequestSummary) =>
    status === 'PENDING_APPROVAL' && requested_by !== own;
  const selected = items.filter((item) => ids.has(item.id) && isSelectable(item));
  const toggle = (id: string) => {
    const changed = new Set(ids);
    if (!changed.delete(id)) changed.add(id);
    setIds(changed);
  };
  if (!isPermitted) return { selection: undefined, selected: [], toggle: () => undefined };
  const selection: ItemSelection<RequestSummary> = {
    selected,
    onChange: (chosen) => setIds(new Set(chosen.map(({ id }) => id))),
    isSelectable,
    groupLabel: inboxText('selectGroup'),
    labelItem: (request) => inboxText('selectOne', { request: describeSummary(request) }),
  };
  return { selection, selected, toggle };
}
