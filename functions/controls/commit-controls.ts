// Replaces the controls of a tenant: by a change request, or at first by an administrator.
import { refuseInvalidControls } from '../domain/controls/control-check.ts';
import type { ControllableOperations } from '../domain/controls/control-check.ts';
import { replaceControls } from '../domain/controls/controls.ts';
import type { Control, Controls } from '../domain/controls/controls.ts';
import { buildControlsReplacedEvent } from '../events/controls.ts';
import { commit } from '../ledger/commit/commit.ts';
import { mutate } from '../ledger/commit/mutation.ts';
import type { Outcome } from '../ledger/commit/outcome.ts';
import type { Session } from '../ledger/commit/session.ts';
import { buildControlsWrite, readControlsToReplace } from '../ledger/controls/controls.ts';
import type { Store } from '../ledger/store/store.ts';
import { toControlsView } from '../views/controls/controls.ts';

/** Replaces the newest controls by valid ones. */
export function commitControls(
  session: Session,
  before: Controls,
  controls: readonly Control[],
  now: Date,
): Promise<Outcome> {
  const replaced = replaceControls(before, controls, now);
  return commit(session, {
    writes: [buildControlsWrite(session, replaced)],
    events: [buildControlsReplacedEvent(replaced)],
    status: 200,
    body: toControlsView(replaced),
  });
}

/** Who sets the first controls, and where. */
export interface FirstControls {
  readonly store: Store;
  readonly tenant: string;
  /** The AWS principal, or the local user. */
  readonly actor: string;
  readonly controls: readonly Control[];
}

/** No request waits for an administrator's command. */
const TIME_BUDGET_MS = 15_000;

// Clients' keys may not contain the character, so that they never collide with this one.
const KEY = '!first-controls';

/**
 * Sets the controls of a tenant that has never had any; returns false if it has. Its receipt is the audit
 * event. Refuses as refuseInvalidControls does.
 */
export async function setFirstControls(
  { store, tenant, actor, controls }: FirstControls,
  operations: ControllableOperations,
): Promise<boolean> {
  refuseInvalidControls(controls, operations);
  const deadline = Date.now() + TIME_BUDGET_MS;
  const correlationId = crypto.randomUUID();
  const outcome = await mutate(
    {
      scope: {
        store,
        tenant,
        actor,
        correlationId,
        operation: 'setFirstControls',
        idempotencyKey: KEY,
      },
      // Each command is a request of its own, and only the first one of a tenant takes effect.
      fingerprint: correlationId,
      remainingMs: () => deadline - Date.now(),
    },
    async (session) => {
      const before = await readControlsToReplace(session);
      if (before.version > 0) return { kind: 'mismatch' };
      return commitControls(session, before, controls, new Date());
    },
  );
  return outcome.kind === 'committed';
}
