// What leaves of adopted receipts prove: they stand so since their adoption, which has one end.
import { expect, test } from '@jest/globals';
import { EvidenceFindings } from '../../../commands/evidence/evidence-findings.ts';
import { AdoptionCheck } from '../../../commands/evidence/log/adoption-check.ts';
import type { ReceiptEntry } from '../../../functions/domain/evidence/receipt-entry.ts';

interface LeafPlan {
  readonly at: string;
  readonly operation?: string;
  readonly adopted_at?: string;
}

function buildEntry({ at, operation = 'createRule', ...adoption }: LeafPlan): ReceiptEntry {
  return {
    v: 1,
    receipt_id: 'rcp_00000000000000000000000000000001',
    at,
    operation,
    actor: 'ada',
    correlation_id: 'flow-1',
    fingerprint: 'f',
    status: 200,
    answer_sha256: '00',
    records: [],
    digest: '00',
    salt: '00',
    ...adoption,
  };
}

const END = { operation: 'adoptReceipts' };

function check(leaves: readonly LeafPlan[]) {
  const adoption = new AdoptionCheck();
  for (const [leaf, plan] of leaves.entries()) adoption.add(leaf, buildEntry(plan));
  const findings = new EvidenceFindings();
  adoption.conclude(findings, { oldestMs: Infinity, lateHours: 48 });
  const list = (wanted: string) =>
    findings.list.filter(({ result }) => result === wanted).map(({ sentence }) => sentence);
  return { differing: list('DIFFERS'), remarks: list('REMARK') };
}

test('a second end of the adoption makes nothing right that was adopted after the first', () => {
  const { differing } = check([
    { at: '2025-03-01T06:00:00.000Z', adopted_at: '2026-01-01T10:00:00.000Z' },
    { at: '2026-01-01T10:00:05.000Z', ...END },
    { at: '2025-03-02T06:00:00.000Z', adopted_at: '2026-01-02T10:00:00.000Z' },
    { at: '2026-01-02T10:00:05.000Z', ...END },
  ]);

  expect(differing).toEqual([
    'Leaf 2 (receipt rcp_00000000000000000000000000000001) was adopted at 2026-01-02T10:00:00.000Z as one of an earlier version, but their adoption ended at 2026-01-01T10:00:05.000Z.',
  ]);
});

test('the remark has the first and the last time of adoption, in whatever order the leaves are', () => {
  const at = '2025-03-01T06:00:00.000Z';
  const days = ['02', '01', '03'];
  const { differing, remarks } = check(
    days.map((day) => ({ at, adopted_at: `2026-01-${day}T10:00:00.000Z` })),
  );

  expect(differing).toEqual([]);
  expect(remarks).toEqual([
    '3 leaves are of receipts from before the log, adopted from 2026-01-01T10:00:00.000Z to 2026-01-03T10:00:00.000Z: they have stood so since then, which says nothing of the time before.',
  ]);
});
