import type { AdministrativeChange } from '../domain/audit/administrative-changes.ts';
import type { AuditEvent } from '../domain/audit/audit-events.ts';
import type { AuditEvent as AuditEventBody } from '../../schemas/generated/types.ts';

export function toAuditEventView(event: AuditEvent): AuditEventBody {
  const { id, at, actor, operation, subjects, outcome, correlationId, eventTypes } = event;
  return {
    id,
    source: 'LEDGER',
    at,
    actor,
    operation,
    subjects: [...subjects],
    outcome,
    correlation_id: correlationId,
    event_types: [...eventTypes],
  };
}

export function toAdministrativeEventView(change: AdministrativeChange): AuditEventBody {
  const { id, at, actor, action, subject, details } = change;
  return {
    id,
    source: 'ADMINISTRATION',
    at,
    actor,
    operation: action,
    subjects: [subject],
    outcome: 'COMMITTED',
    ...(details !== undefined && { details: { ...details } }),
  };
}
