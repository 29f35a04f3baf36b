// Whether the holder of a token is a person or a service: what only people may do depends on it (ADR 101).
import type { JwtPayload } from 'aws-jwt-verify/jwt-model';
import { isService } from '../domain/values/service-subjects.ts';
import type { ActorKind } from '../domain/values/service-subjects.ts';
import type { Issuer } from './issuers.ts';

/** A token of which it cannot be decided is held by a service, which may do less. */
export function findHolderKind({ clientClaim, holder }: Issuer, claims: JwtPayload): ActorKind {
  if (isService(String(claims.sub), readClientId({ clientClaim }, claims))) return 'SERVICE';
  if (!holder) return 'OPERATOR';
  const value = claims[holder.claim];
  if (value === undefined || value === null) return holder.absent;
  const isOneOf = (patterns: readonly string[]) => patterns.some((one) => matches(one, value));
  return isOneOf(holder.operator) && !isOneOf(holder.service) ? 'OPERATOR' : 'SERVICE';
}

// An asterisk at the end stands for any text.
function matches(pattern: string, value: unknown): boolean {
  if (typeof value !== 'string' || value === '') return false;
  return pattern.endsWith('*') ? value.startsWith(pattern.slice(0, -1)) : value === pattern;
}

/** The client of a token; empty if it names none. RFC 9068 calls the claim client_id, OpenID Connect azp. */
export function readClientId(
  { clientClaim }: Pick<Issuer, 'clientClaim'>,
  claims: JwtPayload,
): string {
  const client = clientClaim === null ? (claims.client_id ?? claims.azp) : claims[clientClaim];
  return typeof client === 'string' ? client : '';
}
