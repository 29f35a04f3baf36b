// What the audit trail asks the API for, and what it saves.
import { expect, test } from '@jest/globals';
import type { AuditEvent } from '../../../client/client.ts';
import { formatAuditCsv } from '../../../console/src/pages/audit/audit-csv.ts';
import {
  buildAuditQuery,
  describeActor,
  describeOperation,
  hasDirectoryName,
} from '../../../console/src/pages/audit/audit-search.ts';
import { formatCsv } from '../../../console/src/values/csv.ts';
import { findDayEnd, findDayStart } from '../../../console/src/values/zone-days.ts';

test.each([
  ['UTC', '2026-11-20', '2026-11-20T00:00:00.000Z', '2026-11-20T23:59:59.999Z'],
  ['Europe/Berlin', '2026-11-20', '2026-11-19T23:00:00.000Z', '2026-11-20T22:59:59.999Z'],
  ['Pacific/Kiritimati', '2026-11-20', '2026-11-19T10:00:00.000Z', '2026-11-20T09:59:59.999Z'],
  ['Etc/GMT+12', '2026-11-20', '2026-11-20T12:00:00.000Z', '2026-11-21T11:59:59.999Z'],
  ['Asia/Kathmandu', '2026-11-20', '2026-11-19T18:15:00.000Z', '2026-11-20T18:14:59.999Z'],
  // Days of 25 and 23 hours.
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z'],
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z'],
  // The clock goes from midnight to one o'clock: the day starts at one.
  ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z', '2026-04-24T20:59:59.999Z'],
])('in %s the day %s is from %s to %s', (zone, day, start, end) => {
  expect([findDayStart(day, zone), findDayEnd(day, zone)]).toEqual([start, end]);
});

test('days of the address become instants in the zone of the institution', () => {
  const search = { from: '2026-10-01', to: '2026-10-31', actor: 'op_1' };

  expect(buildAuditQuery(search, 'Europe/Berlin')).toEqual({
    from: '2026-09-30T22:00:00.000Z',
    to: '2026-10-31T22:59:59.999Z',
    actor: 'op_1',
  });
  expect(buildAuditQuery({}, 'UTC')).toEqual({});
});

test('operations are read as words', () => {
  expect(describeOperation('postJournalEntry')).toBe('Post journal entry');
  expect(describeOperation('operator.password_reset')).toBe('Operator password reset');
});

test('the directory is asked only for those who had a token', () => {
  const admin = { source: 'ADMINISTRATION', actor: 'arn:aws:iam::1:role/x' } as const;
  expect(hasDirectoryName({ source: 'LEDGER', actor: 'op_1' })).toBe(true);
  expect(hasDirectoryName({ source: 'LEDGER', actor: '5b0f-of-another-issuer' })).toBe(true);
  expect(hasDirectoryName({ source: 'LEDGER', actor: 'countinghouse' })).toBe(false);
  expect(hasDirectoryName(admin)).toBe(false);
  expect(hasDirectoryName({ ...admin, actor: 'op_1' })).toBe(true);
  expect(describeActor('countinghouse')).toBe('Countinghouse');
  expect(describeActor(admin.actor)).toBe(admin.actor);
});

const EVENT: AuditEvent = {
  id: 'rcp_1',
  source: 'LEDGER',
  at: '2026-11-20T09:30:00.000Z',
  actor: 'op_1',
  operation: 'postJournalEntry',
  subjects: ['jrn_1', 'acc_1'],
  outcome: 'COMMITTED',
  correlation_id: 'c-1',
  event_types: ['journal_entry.posted'],
};

test('the file has what is shown, one line for each event', () => {
  const administered: AuditEvent = {
    id: 'adm_1',
    source: 'ADMINISTRATION',
    at: '2026-11-20T09:31:00.000Z',
    actor: 'root',
    operation: 'operator.granted',
    subjects: ['op_1'],
    outcome: 'COMMITTED',
    details: { permissions: ['finance.read', 'audit.read'] },
  };

  expect(formatAuditCsv([EVENT, administered]).split('\r\n')).toEqual([
    '\uFEFFid,source,at,actor,operation,subjects,outcome,correlation_id,event_types,details',
    'rcp_1,LEDGER,2026-11-20T09:30:00.000Z,op_1,postJournalEntry,jrn_1 acc_1,COMMITTED,c-1,journal_entry.posted,',
    'adm_1,ADMINISTRATION,2026-11-20T09:31:00.000Z,root,operator.granted,op_1,COMMITTED,,,' +
      '"{""permissions"":[""finance.read"",""audit.read""]}"',
    '',
  ]);
});

test('a spreadsheet computes nothing of a file, and keeps amounts as they are', () => {
  const rows = [
    ['=HYPERLINK("https://x")', '+1', '@a', '-1250.00', '-x'],
    ['a,b', 'a\nb', 'a"b', "'", ''],
  ];

  expect(formatCsv(rows)).toBe(
    '\uFEFF"\'=HYPERLINK(""https://x"")",\'+1,\'@a,-1250.00,\'-x\r\n"a,b","a\nb","a""b",\',\r\n',
  );
});
