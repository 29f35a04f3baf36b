import type { Session } from '../commit/session.ts';

/** The tenant whose records are read or written, and where. */
export type TenantSession = Pick<Session, 'store' | 'tenant'>;
