// The attributes of each kind of record, by the field tables.
import { accountEntryFields } from '../../../functions/ledger/accounts/entry-items.ts';
import {
  accountMetadataFields,
  accountStateFields,
  accountTermsFields,
} from '../../../functions/ledger/accounts/items.ts';
import { controlsFields } from '../../../functions/ledger/controls/items.ts';
import {
  generalLedgerAccountFields,
  generalLedgerSettingsFields,
  periodFields,
} from '../../../functions/ledger/general-ledger/items.ts';
import { sealedMinuteFields } from '../../../functions/ledger/evidence/items.ts';
import { journalEntryFields } from '../../../functions/ledger/journal/items.ts';
import {
  loanStateFields,
  loanTermsFields,
  transactionFields,
} from '../../../functions/ledger/loans/items.ts';
import {
  configurationFields,
  productFields,
  ruleFields,
} from '../../../functions/ledger/products/items.ts';
import { adjustmentFields } from '../../../functions/ledger/requests/adjustment-items.ts';
import { changeRequestFields } from '../../../functions/ledger/requests/change-items.ts';
import { generalLedgerRequestFields } from '../../../functions/ledger/requests/general-ledger-items.ts';
import { lifecycleFields } from '../../../functions/ledger/requests/items.ts';
import { publishedSchemaFields, schemaFields } from '../../../functions/ledger/schemas/items.ts';
import { executionFields, workflowFields } from '../../../functions/ledger/workflows/items.ts';
import type { RecordKind } from '../../../functions/ledger/record-kinds.ts';

export const STORED_ATTRIBUTES: Partial<Record<RecordKind, readonly string[]>> = {
  ACC: [...accountTermsFields.attributes, ...accountMetadataFields.attributes],
  BAL: accountStateFields.attributes,
  ENT: accountEntryFields.attributes,
  JRN: journalEntryFields.attributes,
  LON: [...loanTermsFields.attributes, ...loanStateFields.attributes],
  LTX: transactionFields.attributes,
  LCR: lifecycleFields.attributes,
  FAR: adjustmentFields.attributes,
  PRO: [...productFields.attributes, ...ruleFields.attributes],
  PRD: productFields.attributes,
  CFG: configurationFields.attributes,
  GLA: generalLedgerAccountFields.attributes,
  GLP: periodFields.attributes,
  CTL: controlsFields.attributes,
  CHG: changeRequestFields.attributes,
  GLR: generalLedgerRequestFields.attributes,
  GLS: generalLedgerSettingsFields.attributes,
  SCH: schemaFields.attributes,
  SCN: publishedSchemaFields.attributes,
  SCV: schemaFields.attributes,
  WFL: workflowFields.attributes,
  WFT: workflowFields.attributes,
  EXE: executionFields.attributes,
  // What is there after a restore alone is counted, and not verified (docs/verify.md).
  LGM: sealedMinuteFields.attributes.filter((attribute) => attribute !== 'lost'),
};
