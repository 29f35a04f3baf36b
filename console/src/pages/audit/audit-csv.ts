// The events that are shown, for a spreadsheet: as the API has them, with identifiers whole and times in UTC.
import type { AuditEvent } from '../../../../client/client.ts';
import { formatCsv } from '../../values/csv.ts';

const HEADING = [
  'id',
  'source',
  'at',
  'actor',
  'operation',
  'subjects',
  'outcome',
  'correlation_id',
  'event_types',
  'details',
];

/** Formats audit events as a file of comma-separated values. */
export function formatAuditCsv(events: readonly AuditEvent[]): string {
  return formatCsv([HEADING, ...events.map(listCells)]);
}

function listCells(event: AuditEvent): readonly string[] {
  return [
    event.id,
    event.source,
    event.at,
    event.actor,
    event.operation,
    event.subjects.join(' '),
    event.outcome,
    event.correlation_id ?? '',
    (event.event_types ?? []).join(' '),
    event.details === undefined ? '' : JSON.stringify(event.details),
  ];
}
