import { createContext, use, useSyncExternalStore } from 'react';
import type { ConsoleSession, SessionState } from './console-session.ts';
import type { OperatorPermission } from './permissions.ts';
import type { ConsoleOperator } from './token-keeper.ts';

export const SessionContext = createContext<ConsoleSession | undefined>(undefined);

export function useSession(): ConsoleSession {
  const session = use(SessionContext);
  if (session === undefined) throw new Error('There is no session above this component.');
  return session;
}

export function useSessionState(): SessionState {
  const session = useSession();
  return useSyncExternalStore(session.subscribe, session.getState);
}

/** The operator who is signed in; pages are shown to no one else. */
export function useOperator(): ConsoleOperator {
  const state = useSessionState();
  if (state.kind !== 'signed-in') throw new Error('No one is signed in.');
  return state.operator;
}

/** Whether the operator holds one of the permissions. */
export function useIsPermitted(permissions: readonly OperatorPermission[]): boolean {
  const own = useOperator().permissions;
  return permissions.some((permission) => own.includes(permission));
}
