// What the address says that the audit trail shows, and what its events say in words.
import type { AuditEvent } from '../../../../client/client.ts';
import { findDayEnd, findDayStart } from '../../values/zone-days.ts';
import { auditText } from './messages.ts';

export interface AuditSearch {
  /** Days of the institution's zone. */
  readonly from?: string;
  readonly to?: string;
  readonly actor?: string;
  readonly operation?: string;
  readonly subject?: string;
}

/** Turns the filters of the address into those of the API, which takes instants. */
export function buildAuditQuery({ from, to, ...search }: AuditSearch, timeZone: string) {
  return {
    ...search,
    ...(from !== undefined && { from: findDayStart(from, timeZone) }),
    ...(to !== undefined && { to: findDayEnd(to, timeZone) }),
  };
}

/** Turns the name of an operation or of an administrative change into words: `postJournalEntry`, `operator.granted`. */
export function describeOperation(operation: string): string {
  const words = operation
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[._]/g, ' ')
    .toLowerCase();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** The actor of the tasks that the product does by itself. */
const PRODUCT = 'countinghouse';

/** Whether the identifier is one that the identity service gives to operators and services. */
export function isDirectoryId(id: string): boolean {
  return /^(?:op|svc)_/.test(id);
}

/** Whether the directory may know the actor: an administrator has no token, so it never does. */
export function hasDirectoryName({ source, actor }: Pick<AuditEvent, 'source' | 'actor'>): boolean {
  return source === 'LEDGER' ? actor !== PRODUCT : isDirectoryId(actor);
}

/** Names an actor that the directory does not know: an AWS principal, a local user, the product itself. */
export function describeActor(actor: string): string {
  return actor === PRODUCT ? auditText('product') : actor;
}
