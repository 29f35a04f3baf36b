// How audit events are stored: once under each key by which they are found, so that every filter reads
// only what it matches.
import type { AuditEvent, AuditIndex } from '../../domain/audit/audit-events.ts';
import { text, texts, unstored } from '../store/field-kinds.ts';
import { fields } from '../store/fields.ts';
import { readText } from '../store/attributes.ts';
import type { Item } from '../store/item.ts';
import { keys } from '../store/keys.ts';

export const auditEventFields = fields<AuditEvent>()({
  id: unstored('id', (item) => readText(item, 'SK').split('#')[1] ?? ''),
  at: unstored('at', (item) => readText(item, 'SK').split('#')[0] ?? ''),
  actor: text('actor'),
  operation: text('operation'),
  subjects: texts('subjects'),
  outcome: text('outcome'),
  correlationId: text('correlation_id'),
  eventTypes: texts('event_types'),
});

/** The items of an audit event in one generation: by time alone, actor, operation and each subject. */
export function toAuditEventItems(tenant: string, generation: number, event: AuditEvent): Item[] {
  const { actor, operation, subjects } = event;
  const indexes: AuditIndex[] = [
    { by: 'TIME' },
    { by: 'ACTOR', value: actor },
    { by: 'OPERATION', value: operation },
    ...subjects.map((value) => ({ by: 'SUBJECT', value }) as const),
  ];
  return indexes.map((index) =>
    auditEventFields.toItem(keys.auditEvent(tenant, generation, index, event), event),
  );
}
