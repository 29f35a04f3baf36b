// How requests that a checker decides, and batches, are verified. The event of each stage carries the
// record as it was then.
import { sumRecordCounts } from '../../domain/batches/batches.ts';
import type { Batch } from '../../domain/batches/batches.ts';
import type { ControlledRequest } from '../../domain/requests/decisions.ts';
import { decisionStatus } from '../../domain/requests/transitions.ts';
import { objectKeys } from '../../artifacts/locations.ts';
import { fromBatchItem, toBatchItem } from '../../ledger/batches/items.ts';
import { fromAdjustmentItem, toAdjustmentItem } from '../../ledger/requests/adjustment-items.ts';
import {
  generalLedgerRequestFields,
  toGeneralLedgerRequestItem,
} from '../../ledger/requests/general-ledger-items.ts';
import { changeRequestFields, toChangeRequestItem } from '../../ledger/requests/change-items.ts';
import { fromLifecycleItem, toLifecycleItem } from '../../ledger/requests/items.ts';
import { INDEXES } from '../../ledger/store/indexes.ts';
import type { Item } from '../../ledger/store/item.ts';
import { toGeneralLedgerRequestView } from '../../views/accounting-period.ts';
import { toAdjustmentRequestView } from '../../views/adjustment-request.ts';
import { toBatchView } from '../../views/batch.ts';
import { toChangeRequestView } from '../../views/controls/controls.ts';
import { toLifecycleRequestView } from '../../views/lifecycle-request.ts';
import type { Members, StoredRecordForm, RecordStage } from './stored-record-form.ts';

// A request of a version without the index by time has no keys of it until it is decided.
function keepUnlisted(stored: Item, rewritten: Item): Item {
  const { partition, sort } = INDEXES.time;
  if (stored[partition] !== undefined || stored[sort] !== undefined) return rewritten;
  return { ...rewritten, [partition]: undefined, [sort]: undefined };
}

const lifecycleRequest: StoredRecordForm = {
  rewrite: (tenant, item) => keepUnlisted(item, toLifecycleItem(tenant, fromLifecycleItem(item))),
  stages: (item) => {
    const request = fromLifecycleItem(item);
    return listRequestStages(request, { ...toLifecycleRequestView(request) });
  },
};

const adjustmentRequest: StoredRecordForm = {
  rewrite: (tenant, item) => keepUnlisted(item, toAdjustmentItem(tenant, fromAdjustmentItem(item))),
  stages: (item) => {
    const request = fromAdjustmentItem(item);
    return listRequestStages(request, { ...toAdjustmentRequestView(request) });
  },
};

const generalLedgerRequest: StoredRecordForm = {
  rewrite: (tenant, item) =>
    keepUnlisted(
      item,
      toGeneralLedgerRequestItem(tenant, generalLedgerRequestFields.fromItem(item)),
    ),
  stages: (item) => {
    const request = generalLedgerRequestFields.fromItem(item);
    return listRequestStages(request, { ...toGeneralLedgerRequestView(request) });
  },
};

const changeRequest: StoredRecordForm = {
  rewrite: (tenant, item) => toChangeRequestItem(tenant, changeRequestFields.fromItem(item)),
  stages: (item) => {
    const request = changeRequestFields.fromItem(item);
    return listRequestStages(request, { ...toChangeRequestView(request) });
  },
};

/** The members that a decision adds to a request; the others stay as submitted, except the status. */
const DECISION_MEMBERS = [
  'decided_by',
  'decided_at',
  'decision_reason',
  'failure_reason',
  'applied_at',
  'reversal_journal_entry_id',
  'reversal_transaction_id',
  'replacement_journal_entry_id',
  'replacement_transaction_id',
  'journal_entry_ids',
  'result',
  'failure_code',
];

function listRequestStages(
  { id, status, decidedAt = '' }: ControlledRequest,
  members: Members,
): RecordStage[] {
  if (status === decisionStatus.initial) return [{ name: 'submitted', since: id, members }];
  const others = Object.entries(members).filter(([name]) => !DECISION_MEMBERS.includes(name));
  const submitted = { ...Object.fromEntries(others), status: decisionStatus.initial };
  return [
    { name: 'submitted', since: id, members: submitted },
    { name: status.toLowerCase(), since: decidedAt, members },
  ];
}

const batch: StoredRecordForm = {
  rewrite: (tenant, item) => toBatchItem(tenant, rederiveBatch(tenant, fromBatchItem(item))),
  stages: (item) => listBatchStages(fromBatchItem(item)),
  newest: (item) => {
    const stored = fromBatchItem(item);
    const change = listBatchStages(stored).at(-1)?.name ?? '';
    return { change, members: toBatchMembers(change, { ...toBatchView(stored) }, stored.version) };
  },
};

/**
 * The members of a batch that the receipt of its stage states. The progress of a running batch is
 * replaced without a receipt, and so is its version; a link for the upload is not stored.
 */
export function toBatchMembers(stage: string, view: Members, version: number): Members {
  const { upload: _upload, progress, ...members } = view;
  return stage === 'started' ? members : { ...members, progress, version };
}

// The parts of a record that no answer shows follow from those that are shown.
function rederiveBatch(tenant: string, stored: Batch): Batch {
  const { id, artifact, progress, status } = stored;
  const counted = sumRecordCounts(progress);
  return {
    ...stored,
    ...(status === 'COMPLETED' && {
      progress: { total: counted.processed, parts: { all: counted } },
    }),
    ...(artifact && {
      artifact: { ...artifact, key: objectKeys.artifact(tenant, id, artifact.filename) },
    }),
  };
}

function listBatchStages({ id, status, startedAt, completedAt, delivery }: Batch): RecordStage[] {
  const hasEnded = status === 'COMPLETED' || status === 'FAILED';
  return [
    { name: 'requested', since: id },
    ...(startedAt === undefined ? [] : [{ name: 'started', since: startedAt }]),
    ...(hasEnded ? [{ name: status.toLowerCase(), since: completedAt ?? '' }] : []),
    ...(delivery ? [{ name: 'delivered', since: delivery.recordedAt }] : []),
  ];
}

export const REQUEST_FORMS = {
  LCR: lifecycleRequest,
  FAR: adjustmentRequest,
  GLR: generalLedgerRequest,
  CHG: changeRequest,
  BAT: batch,
} as const;
