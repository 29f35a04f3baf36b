// The records that an audit event is found by.
import { expect, test } from '@jest/globals';
import { buildAuditEvent } from '../../../functions/domain/audit/audit-events.ts';
import { RECORD_KINDS } from '../../../functions/ledger/record-kinds.ts';

const UUID = '01a205c4-d214-7244-b7ea-349a6f58b401';

// An entry of an account belongs to its journal entry.
const identified = Object.values(RECORD_KINDS).flatMap((row) =>
  'id' in row && row.id !== 'ent' ? [[row.id]] : [],
);

test.each(identified)('an event that names a record %s_… is found by it', (prefix) => {
  const id = `${prefix}_${UUID}`;

  const { subjects } = buildAuditEvent({
    receiptId: 'r1',
    occurredAt: '2026-11-20T10:00:00.000Z',
    actor: 'ada',
    operation: 'closeGeneralLedgerPeriod',
    correlationId: 'c1',
    events: [
      {
        id: `evt_${UUID}`,
        type: 'general_ledger_period.closed',
        aggregateId: '2026-10',
        version: 2,
        occurredAt: '2026-11-20T10:00:00.000Z',
        payload: { request_id: id },
      },
    ],
  });

  expect(subjects).toEqual(['2026-10', id]);
});
