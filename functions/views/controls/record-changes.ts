// How the records that a change replaces or adds differ from the present ones, in the members of the contract.
import { listJsonDifferences } from '../../domain/values/json-differences.ts';
import { accountStateFields, accountTermsFields } from '../../ledger/accounts/items.ts';
import { fromControlsItem, controlsFields } from '../../ledger/controls/items.ts';
import { generalLedgerAccountFields, periodFields } from '../../ledger/general-ledger/items.ts';
import { fromSettingsItem } from '../../ledger/general-ledger/settings.ts';
import { fromLoanItem } from '../../ledger/loans/items.ts';
import { configurationFields, productFields, ruleFields } from '../../ledger/products/items.ts';
import { schemaFields } from '../../ledger/schemas/items.ts';
import type { Item } from '../../ledger/store/item.ts';
import { webhookFields } from '../../ledger/webhooks/items.ts';
import { workflowFields } from '../../ledger/workflows/items.ts';
import { toEntitySchemaView } from '../entity-schema.ts';
import { toGeneralLedgerSettingsView } from '../general-ledger.ts';
import { toLoanView } from '../loan.ts';
import type { DecisionPreview } from '../../../schemas/generated/types.ts';

type MemberDifference = DecisionPreview['changes'][number];

/** How a record is shown; undefined where there is none. */
type RecordView = (item: Item | undefined) => object | undefined;

/** Of the kinds that operations change; what is only added beside them, such as history, is not shown. */
const recordViews: Readonly<Record<string, RecordView>> = {
  ACC: (item) => item && accountTermsFields.toView(accountTermsFields.fromItem(item)),
  BAL: (item) => item && { status: accountStateFields.fromItem(item).status },
  LON: (item) => item && toLoanView(fromLoanItem(item)),
  PRD: (item) => item && productFields.toView(productFields.fromItem(item)),
  CFG: (item) => item && configurationFields.toView(configurationFields.fromItem(item)),
  RUL: (item) => item && showRule(item),
  SCH: (item) => item && toEntitySchemaView(schemaFields.fromItem(item)),
  WFL: (item) => item && workflowFields.toView(workflowFields.fromItem(item)),
  GLA: (item) =>
    item && generalLedgerAccountFields.toView(generalLedgerAccountFields.fromItem(item)),
  GLP: (item) => (item ? periodFields.toView(periodFields.fromItem(item)) : { state: 'OPEN' }),
  GLS: (item) => toGeneralLedgerSettingsView(fromSettingsItem(item)),
  CTL: (item) => controlsFields.toView(fromControlsItem(item)),
  WHK: (item) => item && webhookFields.toView(webhookFields.fromItem(item)),
};

// A deleted rule keeps its record.
function showRule(item: Item): object | undefined {
  const rule = ruleFields.fromItem(item);
  return rule.deletedAt === undefined ? ruleFields.toView(rule) : undefined;
}

/** Finds how the record of the item is shown; undefined if it is not. */
export function findRecordView(item: Item): RecordView | undefined {
  return recordViews[readKind(item)];
}

/** A partition key has the kind of its records after the tenant; the rules of a product are stored with it. */
function readKind({ PK, SK }: Item): string {
  const kind = PK.split('#')[2] ?? '';
  return kind === 'PRO' && SK.startsWith('R#') ? 'RUL' : kind;
}

/** They follow from the change itself, and are those of another moment when it is made. */
const BOOKKEEPING =
  /^\/(version|created_at|updated_at|generated_at|closing_at|closed_at|reopened_at|request_id|decided_by|secret_created_at)$/;

/** Lists the members of the contract in which the record would change. */
export function listRecordChanges(before: Item | undefined, after: Item): MemberDifference[] {
  const toView = findRecordView(after);
  if (!toView) return [];
  const record = nameRecord(after);
  const [present = {}, then = {}] = [toView(before), toView(after)];
  return listJsonDifferences(present, then)
    .filter(({ path }) => !BOOKKEEPING.test(path))
    .map((difference) => ({ record, ...difference }));
}

/** The nouns of records that a tenant has once. */
const SOLE_RECORDS: Readonly<Record<string, string>> = {
  GLS: 'general-ledger settings',
  CTL: 'controls',
  CFG: 'product configuration',
};

function nameRecord(item: Item): string {
  const kind = readKind(item);
  if (kind === 'BAL') return accountStateFields.fromItem(item).id;
  if (kind === 'RUL') return ruleFields.fromItem(item).id;
  return SOLE_RECORDS[kind] ?? item.SK;
}
