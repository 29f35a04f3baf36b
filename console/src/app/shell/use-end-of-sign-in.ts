import { useEffect, useState } from 'react';
import { useOperator } from '../../session/session-context.tsx';

/** A sign-in lasts eight hours, active or not (docs/contract.md, Identity and permissions). */
const SIGN_IN_MS = 8 * 3_600_000;
const OFFER_BEFORE_MS = 10 * 60_000;

/** The end of the sign-in, in its last ten minutes; undefined before. */
export function useEndOfSignIn(): string | undefined {
  const { authenticatedAt } = useOperator();
  const endMs = authenticatedAt === undefined ? undefined : authenticatedAt * 1_000 + SIGN_IN_MS;
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    setIsNear(false);
    if (endMs === undefined) return undefined;
    const waitMs = endMs - OFFER_BEFORE_MS - Date.now();
    const timer = setTimeout(() => setIsNear(true), waitMs);
    return () => clearTimeout(timer);
  }, [endMs]);
  return isNear && endMs !== undefined ? new Date(endMs).toISOString() : undefined;
}
