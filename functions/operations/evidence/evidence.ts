// The evidence log of the tenant. Its paths are those of a C2SP tlog-tiles log below /api/evidence.
import type { Operation } from '../row.ts';

// prettier-ignore
export const evidence = {
  getEvidenceCheckpoint: {
    route: 'GET /api/evidence/checkpoint', api: 'workbench', area: 'evidence', permission: ['audit.read', 'compliance.operate'], success: 200, idempotent: false,
    answers: 'text', uses: ['ledger:GetItem', 'evidence:GetObject'], refuses: ['evidence_not_sealed'],
    summary: 'Read the newest signed checkpoint of the evidence log.',
  },
  getPastEvidenceCheckpoint: {
    route: 'GET /api/evidence/checkpoint/{size}', api: 'workbench', area: 'evidence', permission: ['audit.read', 'compliance.operate'], success: 200, idempotent: false,
    answers: 'text', uses: ['ledger:GetItem', 'evidence:GetObject', 'evidence:ListBucket'], refuses: ['invalid_request', 'evidence_not_found', 'evidence_not_sealed'],
    summary: 'Read the signed checkpoint that the evidence log had at this size.',
  },
  getEvidenceTile: {
    route: 'GET /api/evidence/tile/{tile+}', api: 'workbench', area: 'evidence', permission: ['audit.read', 'compliance.operate'], success: 200, idempotent: false,
    answers: 'bytes', uses: ['ledger:GetItem', 'evidence:GetObject', 'evidence:ListBucket'], refuses: ['invalid_request', 'evidence_not_found', 'evidence_not_sealed'],
    summary: 'Read a tile of hashes or a bundle of entries of the evidence log.',
  },
  getEvidenceKey: {
    route: 'GET /api/evidence/key', api: 'workbench', area: 'evidence', permission: ['audit.read', 'compliance.operate'], success: 200, idempotent: false,
    answers: 'text', uses: ['ledger:GetItem'], refuses: ['evidence_not_sealed'],
    summary: 'Read the public key of the evidence log, as signed notes write it.',
  },
  getEvidenceProof: {
    route: 'GET /api/evidence/proofs/{id}', api: 'workbench', area: 'evidence', permission: ['audit.read', 'compliance.operate'], success: 200, idempotent: false,
    answers: 'text', uses: ['ledger:GetItem', 'ledger:BatchGetItem', 'receipts/receipts-by-time:Query', 'projections:GetItem', 'projections:Query', 'evidence:GetObject', 'evidence:ListBucket'],
    refuses: ['invalid_request', 'journal_entry_not_found', 'receipt_not_found', 'evidence_not_found', 'evidence_not_sealed'],
    summary: 'Prove that the evidence log has a receipt, or the receipt of a journal entry.',
  },
  getEvidenceConsistency: {
    route: 'GET /api/evidence/consistency', api: 'workbench', area: 'evidence', permission: ['audit.read', 'compliance.operate'], success: 200, idempotent: false,
    uses: ['ledger:GetItem', 'evidence:GetObject', 'evidence:ListBucket'], refuses: ['invalid_request', 'evidence_not_sealed'],
    summary: 'Prove that the evidence log of one size starts with that of an earlier size.',
  },
} as const satisfies Record<string, Operation>;
