// THE TABLE of how the records of each kind are verified (docs/verify.md). A kind without a row does not
// compile.
import type { RECORD_KINDS, RecordKind } from '../../ledger/record-kinds.ts';
import type { Item } from '../../ledger/store/item.ts';
import { CONFIGURATION_FORMS, toProductForm } from './configuration-forms.ts';
import { EVIDENCE_FORMS } from './evidence/evidence-forms.ts';
import { POSTED_FORMS } from './posted-forms.ts';
import type { StoredRecordForm } from './stored-record-form.ts';
import { REQUEST_FORMS } from './request-forms.ts';
import { webhookForm } from './webhooks/webhook-records.ts';

/** The kinds of the ledger table, whose records are written together with a receipt. */
type LedgerKind = {
  [Kind in RecordKind]: (typeof RECORD_KINDS)[Kind]['table'] extends 'ledger' ? Kind : never;
}[RecordKind];

const RECORD_FORMS: Readonly<Record<Exclude<LedgerKind, 'PRO'>, StoredRecordForm>> = {
  ...POSTED_FORMS,
  ...REQUEST_FORMS,
  ...CONFIGURATION_FORMS,
  ...EVIDENCE_FORMS,
  WHK: webhookForm,
};

/** The kinds of records that the table describes. */
export const LEDGER_KINDS = [...Object.keys(RECORD_FORMS), 'PRO'] as LedgerKind[];

/** How the record is verified. */
export function findRecordForm(kind: LedgerKind, item: Item): StoredRecordForm {
  return kind === 'PRO' ? toProductForm(item) : RECORD_FORMS[kind];
}

/** Whether the table describes the kind. */
export function isLedgerKind(kind: RecordKind): kind is LedgerKind {
  return (LEDGER_KINDS as readonly RecordKind[]).includes(kind);
}
