// How the state of the evidence logs is verified: from the leaves of the logs (evidence.ts).
import { readMinute } from '../../../domain/sealing/sealed-minutes.ts';
import { logHeadFields, sealedMinuteFields } from '../../../ledger/evidence/items.ts';
import { evidenceKeys } from '../../../ledger/evidence/keys.ts';
import type { StoredRecordForm } from '../stored-record-form.ts';

const log: StoredRecordForm = {
  rewrite: (tenant, item) =>
    logHeadFields.toItem(evidenceKeys.head(tenant), logHeadFields.fromItem(item)),
  derivedBy: 'evidence',
};

const sealedMinute: StoredRecordForm = {
  rewrite: (tenant, item) => {
    const stored = sealedMinuteFields.fromItem(item);
    const key = evidenceKeys.minute(tenant, readMinute(stored.minute));
    const ranges = stored.ranges.map(([start, end]) => [start, end] as const);
    return sealedMinuteFields.toItem(key, { ...stored, ranges });
  },
  derivedBy: 'evidence',
};

export const EVIDENCE_FORMS = { LOG: log, LGM: sealedMinute };
