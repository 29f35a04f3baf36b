import type { GeneralLedgerSettings } from '../../domain/general-ledger/settings.ts';
import type { ActorKind } from '../../domain/values/service-subjects.ts';
import type { Session } from '../../ledger/commit/session.ts';
import type { CallerSession } from '../../../schemas/generated/types.ts';

/** What the identity service knows of the caller; absent members are unknown. */
export interface SessionNames {
  readonly name: string | undefined;
  readonly preferredUsername: string | undefined;
  readonly tenantName: string | undefined;
}

export interface SessionParts {
  readonly session: Pick<Session, 'tenant' | 'actor'>;
  readonly token: { readonly kind: ActorKind; readonly expiresAt: Date };
  readonly names: SessionNames;
  readonly settings: Pick<GeneralLedgerSettings, 'timeZone' | 'baseCurrency'>;
  readonly permissions: CallerSession['permissions'];
}

export function toCallerSessionView(parts: SessionParts): CallerSession {
  const { session, token, names, settings, permissions } = parts;
  const { name, preferredUsername, tenantName } = names;
  return {
    operator: {
      id: session.actor,
      kind: token.kind,
      ...(name !== undefined && { name }),
      ...(preferredUsername !== undefined && { preferred_username: preferredUsername }),
    },
    tenant: {
      id: session.tenant,
      ...(tenantName !== undefined && { name: tenantName }),
      time_zone: settings.timeZone,
      base_currency: settings.baseCurrency,
    },
    permissions,
    expires_at: token.expiresAt.toISOString(),
  };
}
