// Until when an export is locked, what it reads and when, and of which batches a delivery is recorded.
import { expect, test } from '@jest/globals';
import { completeBatch, startBatch } from '../../../functions/domain/batches/batches.ts';
import type { Batch } from '../../../functions/domain/batches/batches.ts';
import {
  exportWindow,
  recordDelivery,
  requestExport,
} from '../../../functions/domain/batches/regulatory-exports.ts';
import type { ExportRequest } from '../../../functions/domain/batches/regulatory-exports.ts';
import { requestImport } from '../../../functions/domain/imports/legacy-imports.ts';

const NOON = new Date('2026-11-20T12:00:00.000Z');
const MARCH: ExportRequest = {
  period_from: '2026-03-01',
  period_to: '2026-03-31',
  legal_basis_code: 'BANKING-ACT-24',
  retention_until: '2036-12-31',
};

const submitAt = (now: Date) => ({ id: 'bat_1', requestedBy: 'carla', correlationId: 'c-1', now });
const request = (members: Partial<ExportRequest> = {}, now = NOON): Batch =>
  requestExport({ ...MARCH, ...members }, submitAt(now));

// Today is long before the last day of the period, so that only the period forbids these.
test.each(['2026-12-15', '2026-12-31'])(
  'refuses to lock an export until %s, which is not after its period',
  (retention_until) => {
    const running = { period_from: '2026-11-01', period_to: '2026-12-31' };

    expect(() => request({ ...running, retention_until })).toThrow(
      expect.objectContaining({ code: 'invalid_retention' }),
    );
    expect(request({ ...running, retention_until: '2027-01-01' }).status).toBe('ACCEPTED');
  },
);

const SETTLE_SECONDS = 120;
const HALF_MS = 60_000;

test('a period that is over is read whole, once no posting of it can be in flight', () => {
  for (const now of [NOON, new Date('2026-04-01T00:00:01.000Z')]) {
    const { from, before, readyAt } = exportWindow(request({}, now), SETTLE_SECONDS);

    expect(from).toEqual(new Date('2026-03-01T00:00:00.000Z'));
    expect(before).toEqual(new Date('2026-04-01T00:00:00.000Z'));
    expect(readyAt.getTime() - before.getTime()).toBeGreaterThanOrEqual(HALF_MS);
  }
});

const UP_TO_THE_WATERMARK = {
  before: new Date('2026-11-20T12:01:00.000Z'),
  readyAt: new Date('2026-11-20T12:02:00.000Z'),
};

test('a period that is not over is read up to a minute after the request, and a minute later', () => {
  const running = request({ period_from: '2026-11-01', period_to: '2026-11-30' });

  expect(exportWindow(running, SETTLE_SECONDS)).toEqual({
    from: new Date('2026-11-01T00:00:00.000Z'),
    ...UP_TO_THE_WATERMARK,
  });
});

test('a fiscal year is read from the first entry to the watermark, though it is over', () => {
  const year = { period_from: '2025-01-01', period_to: '2025-12-31' };
  const fec = request({ ...year, legal_basis_code: 'FEC-552100554' });

  expect(exportWindow(fec, SETTLE_SECONDS)).toEqual({
    from: new Date(0),
    ...UP_TO_THE_WATERMARK,
  });
});

function complete(batch: Batch): Batch {
  const artifact = {
    key: 'artifact',
    mediaType: 'text/csv',
    filename: 'artifact.csv',
    sizeBytes: 0,
    checksum: '0'.repeat(64),
    rows: 0,
  };
  const counted = { processed: 0, rejected: 0 };
  return completeBatch(startBatch(batch, NOON), { artifact, controlTotals: {}, counted }, NOON);
}

const deliver = (batch: Batch) =>
  recordDelivery(
    batch,
    { authorityReference: 'DGFIP-2026-4711', deliveredAt: NOON.toISOString() },
    { recordedBy: 'carla', now: NOON },
  );

test('records the delivery of a completed export, and none of a completed import', () => {
  const file = {
    name: 'accounts.csv',
    media_type: 'text/csv' as const,
    size_bytes: 0,
    checksum_sha256: '0'.repeat(64),
    content: '',
  };
  const imported = requestImport({ file, record_type: 'ACCOUNT' }, {}, submitAt(NOON));

  expect(deliver(complete(request())).delivery).toMatchObject({ recordedBy: 'carla' });
  expect(() => deliver(complete(imported))).toThrow(
    expect.objectContaining({ code: 'batch_not_found' }),
  );
});
