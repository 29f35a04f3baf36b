import { computeNextSecond } from '../operators.ts';
import type { SignInRoutes } from '../sign-in/interaction-page.ts';
import { describeOperator } from '../sign-in/interaction-page.ts';
import { formatMinute } from '../sign-in/page.ts';
import { endOperatorSession, listOperatorSessions } from '../storage/operator-sessions.ts';
import { endOwnSignIns } from '../storage/own-credentials.ts';
import type { SessionDescription } from './account-pages.ts';
import type { SignedInOperator } from './signed-in-operator.ts';

/** Describes the operator's sessions for the page, newest first. */
export async function describeSessions(
  { provider, table }: SignInRoutes,
  { operator, uid }: SignedInOperator,
): Promise<SessionDescription[]> {
  const sessions = await listOperatorSessions(table, operator.operatorId);
  return Promise.all(
    sessions.map(async (session) => {
      const clients = await Promise.all(session.clientIds.map((id) => provider.Client.find(id)));
      return {
        startedAt: formatMinute(new Date(session.startedAt * 1000)),
        address: session.address,
        browser: session.browser,
        applications: clients.flatMap((client) => client?.clientName ?? []),
        isOwn: session.uid === uid,
      };
    }),
  );
}

/** Ends every session of the operator, this one too, with all their tokens. */
export async function endAllSessions(
  { table, log }: SignInRoutes,
  { operator }: SignedInOperator,
): Promise<void> {
  await endOwnSignIns(table, operator, computeNextSecond());
  for (const session of await listOperatorSessions(table, operator.operatorId)) {
    await endOperatorSession(table, operator.operatorId, session);
  }
  log('signed out everywhere', describeOperator(operator));
}

/**
 * Ends the tokens of every other session of the operator, after a change that has ended those sessions: they get
 * no further token even if this fails.
 */
export async function endOtherSessions(
  { table }: SignInRoutes,
  { operator, uid }: SignedInOperator,
): Promise<void> {
  const sessions = await listOperatorSessions(table, operator.operatorId);
  for (const session of sessions.filter((other) => other.uid !== uid)) {
    await endOperatorSession(table, operator.operatorId, session);
  }
}
