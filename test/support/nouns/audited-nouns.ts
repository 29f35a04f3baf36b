// Arbitrary audit events.
import type { AuditEvent } from '../../../functions/domain/audit/audit-events.ts';
import { fc } from './properties.ts';
import { nouns, text, time } from './nouns.ts';

const receiptId = fc.uuid().map((uuid) => `rcp_${uuid.replaceAll('-', '')}`);

export const auditEvent = nouns<AuditEvent>({
  id: receiptId,
  at: time,
  actor: text,
  operation: text,
  subjects: fc.array(text),
  outcome: fc.constantFrom('COMMITTED' as const, 'FAILED' as const),
  correlationId: text,
  eventTypes: fc.array(text),
});
