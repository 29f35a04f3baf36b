// account_lists: the accounts of each customer, of each product, with loans of each product, and in each
// status. An account that leaves
// a status keeps an invisible record in its list, so that an earlier event that comes late changes
// nothing.
import { accountStatus } from '../accounts/transitions.ts';
import type { AccountStatus } from '../accounts/transitions.ts';
import { readOptionalTextMember, readPayload, readTextMember } from './event-payload.ts';
import { formatListedId, splitListedId } from './projector.ts';
import type { DomainEvent, Projector, ProjectionState } from './projector.ts';

interface AccountListState extends ProjectionState {
  /** The version of the account that last put it on the list or took it off. */
  readonly version: number;
  readonly isListed: boolean;
}

const LIFELONG_FILTERS = ['customer_id', 'product_id'] as const;

export const accountLists: Projector = {
  name: 'account_lists',

  touches(event) {
    const { type } = event;
    if (type === 'account.created') {
      const account = readPayload(event);
      const id = readTextMember(account, 'id', type);
      return [...LIFELONG_FILTERS, 'status'].map((filter) =>
        formatListedId(filter, readTextMember(account, filter, type), id),
      );
    }
    if (type === 'loan.created') return [formatLoanRecord(event)];
    if (type !== 'account.status_changed') return [];
    const id = readTextMember(readPayload(event), 'id', type);
    return [...listStatusesBefore(event), readStatus(event)].map((status) =>
      formatListedId('status', status, id),
    );
  },

  apply(before, event, entityId) {
    const state = before as AccountListState | undefined;
    if (state && event.version <= state.version) return state;
    const [filter, value] = splitListedId(entityId).list.split(/#(.*)/s);
    return {
      version: event.version,
      isListed: filter !== 'status' || value === readStatus(event),
    } satisfies AccountListState;
  },

  payload(state) {
    return (state as AccountListState).isListed ? {} : undefined;
  },
};

function formatLoanRecord(event: DomainEvent): string {
  const loan = readPayload(event);
  const product = readTextMember(loan, 'product_id', event.type);
  return formatListedId('loan_product_id', product, readTextMember(loan, 'account_id', event.type));
}

function readStatus(event: DomainEvent): string {
  return readTextMember(readPayload(event), 'status', event.type);
}

// Events of earlier versions do not name the status before: it is one of those that can precede.
function listStatusesBefore(event: DomainEvent): readonly string[] {
  const before = readOptionalTextMember(readPayload(event), 'from_status');
  if (before !== undefined) return [before];
  const status = readStatus(event);
  const leading = Object.values(accountStatus.transitions).filter(({ to }) => to === status);
  return [...new Set(leading.flatMap(({ from }): readonly AccountStatus[] => from))];
}
