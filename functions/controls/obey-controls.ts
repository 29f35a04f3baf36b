// Puts the decided change of an operation before the controls of the tenant, at the moment of its commit: it
// is committed, or a change request is stored instead and another operator decides (docs/controls.md).
import { listJudgedRequests } from '../domain/controls/judged-requests.ts';
import { listChangeSubjects } from '../domain/controls/change-subjects.ts';
import type { ChangeSubject, DecidedEvent } from '../domain/controls/change-subjects.ts';
import { buildControlVariables } from '../domain/controls/control-variables.ts';
import type { ControlActor, ControlledCall } from '../domain/controls/control-variables.ts';
import type { CompiledControl } from '../domain/controls/compiled-controls.ts';
import {
  APPROVAL_ITEMS,
  refuseLargeContent,
  submitChange,
} from '../domain/requests/change-requests.ts';
import type { RequestCause, StoredCall } from '../domain/requests/change-requests.ts';
import { refuseIf } from '../domain/refusals/refusals.ts';
import { buildChangeRequestEvent } from '../events/controls.ts';
import { readAccountStates } from '../ledger/accounts/reads.ts';
import { commitNow } from '../ledger/commit/commit.ts';
import { ITEMS_MAX } from '../ledger/commit/ledger-change.ts';
import type { LedgerChange } from '../ledger/commit/ledger-change.ts';
import type { Outcome } from '../ledger/commit/outcome.ts';
import { readPayload } from '../ledger/commit/receipt-events.ts';
import type { Session } from '../ledger/commit/session.ts';
import {
  pickControls,
  readCachedControls,
  readNewestControls,
} from '../ledger/controls/cached-controls.ts';
import { readProducts } from '../ledger/products/reads.ts';
import { buildChangeSubmissionWrites } from '../ledger/requests/change-requests.ts';
import { buildIdGenerator } from '../ledger/store/ids.ts';
import { toChangeRequestView } from '../views/controls/controls.ts';

/** The request of an operation that can be put under control. */
export interface ControlledRun {
  readonly control: 'ALWAYS' | 'OPTIONAL';
  readonly stored: StoredCall;
  readonly actor: ControlActor;
  readonly now: Date;
}

/** The session of an attempt whose commit obeys the controls of the tenant. */
export function obeyControls(session: Session, run: ControlledRun): Session {
  const commitInstead = async (change: LedgerChange) => {
    if (run.control === 'ALWAYS') return commitRequest(session, run, change);
    const cause = await findCause(session, run, change);
    return cause ? commitRequest(session, run, change, cause) : commitNow(session, change);
  };
  return { ...session, commitInstead };
}

/** So rare, and so far-reaching, that the controls of some seconds ago are not enough. */
const JUDGED_BY_NEWEST: ReadonlySet<string> = new Set(['updateGeneralLedgerSettings']);

async function findCause(
  session: Session,
  run: ControlledRun,
  change: LedgerChange,
): Promise<RequestCause | undefined> {
  const all = JUDGED_BY_NEWEST.has(session.operation)
    ? await readNewestControls(session)
    : await readCachedControls(session, run.now);
  // Most tenants have none, and every posting comes here.
  if (all.controls.length === 0) return undefined;
  const events = change.events.map((event): DecidedEvent => {
    return { type: event.type, payload: readPayload(event, change.body) };
  });
  const made = { operation: session.operation, members: toRequestMembers(run.stored) };
  const requests = listJudgedRequests(made, events);
  const { version, controls } = pickControls(
    all,
    requests.map(({ operation }) => operation),
  );
  if (controls.length === 0) return undefined;
  const variables = await readVariables(session, run, controls, listChangeSubjects(events));
  const { findCatchingControl } = await import('../domain/controls/compiled-controls.ts');
  const catching = findCatchingControl(controls, requests, variables);
  return catching && { ...catching, controls_version: version };
}

// One request for the accounts and one for the products, and only where a condition names them.
async function readVariables(
  session: Session,
  { actor, now }: ControlledRun,
  controls: readonly CompiledControl[],
  subjects: readonly ChangeSubject[],
) {
  const isNeeded = (record: 'account' | 'product') => controls.some(({ needs }) => needs[record]);
  const accountIds = subjects.flatMap(({ accountId }) => accountId ?? []);
  const accounts =
    isNeeded('account') || isNeeded('product')
      ? await readAccountStates(session, accountIds)
      : new Map();
  const productOf = ({ accountId = '', productId }: ChangeSubject): string | undefined =>
    productId ?? accounts.get(accountId)?.productId;
  const productIds = isNeeded('product') ? subjects.flatMap((one) => productOf(one) ?? []) : [];
  const products = await readProducts(session, productIds);
  const call: ControlledCall = { actor, now };
  return subjects.map((subject) =>
    buildControlVariables(call, subject, {
      account: accounts.get(subject.accountId ?? ''),
      product: products.get(productOf(subject) ?? ''),
    }),
  );
}

// The path decides what the operation does: a member of the body that has its name must not hide it.
function toRequestMembers({ path, body }: StoredCall): Record<string, unknown> {
  return { ...(typeof body === 'object' && body), ...path };
}

/** The operations whose body has a reason; in any other one the member has no effect. */
const REASONED: ReadonlySet<string> = new Set(['replaceControls', 'updateGeneralLedgerSettings']);

function commitRequest(
  session: Session,
  { stored, now }: ControlledRun,
  change: LedgerChange,
  control?: RequestCause,
): Promise<Outcome> {
  const { operation, actor: requestedBy, correlationId, store } = session;
  refuseIf(
    change.writes.length + APPROVAL_ITEMS.length > ITEMS_MAX,
    'too_many_writes',
    `The request is under control, and its approval would write more than ${ITEMS_MAX} items.`,
  );
  // The approval stores the answer of the operation too.
  refuseLargeContent(change.body);
  const id = buildIdGenerator(store.shards)(now)('chg');
  const submission = { id, requestedBy, correlationId, now };
  const { reason } = REASONED.has(operation) ? toRequestMembers(stored) : {};
  const request = submitChange(
    { operation, request: stored, ...(control && { control }) },
    submission,
    typeof reason === 'string' ? reason : undefined,
  );
  return commitNow(session, {
    writes: buildChangeSubmissionWrites(session, request),
    events: [buildChangeRequestEvent(request)],
    status: 202,
    body: toChangeRequestView(request),
    effect: change,
  });
}
