// Holds a chart of accounts from a file against the controls of single accounts, at the time it is applied:
// they may be newer than the request of the import.
import type { AccountDefinition } from '../domain/general-ledger/accounts.ts';
import type { CatchingControl } from '../domain/controls/compiled-controls.ts';
import type { ControlActor } from '../domain/controls/control-variables.ts';
import { Timestamp } from '../domain/cel/time.ts';
import type { Session } from '../ledger/commit/session.ts';
import { pickControls, readCachedControls } from '../ledger/controls/cached-controls.ts';

const OPERATION = 'upsertGeneralLedgerAccount';

/** Finds the first control that would have caught one of the definitions, made by the session's actor. */
export async function findChartControl(
  session: Session,
  definitions: readonly AccountDefinition[],
  now: Date,
): Promise<CatchingControl | undefined> {
  const { controls } = pickControls(await readCachedControls(session, now), [OPERATION]);
  if (controls.length === 0) return undefined;
  const { findCatchingControl } = await import('../domain/controls/compiled-controls.ts');
  const requests = definitions.map(({ code, request }) => {
    return { operation: OPERATION, members: { ...request, code } };
  });
  // Only people may configure.
  const actor = { id: session.actor, kind: 'OPERATOR' } satisfies ControlActor;
  return findCatchingControl(controls, requests, [{ actor, now: Timestamp.ofDate(now) }]);
}
