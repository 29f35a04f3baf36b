// What requests of all kinds have in common, as one list of them shows it.
import { measureEntry, measureStoredEntry } from '../controls/entry-amounts.ts';
import { parseMoney, readCurrency, sumMoney, toMinorUnits } from '../values/money.ts';
import type { Money } from '../values/money.ts';
import type { AdjustmentRequest } from './adjustments.ts';
import { readTargetId } from './adjustments.ts';
import type { ChangeRequest, RequestCause } from './change-requests.ts';
import type { ControlledRequest } from './decisions.ts';
import type { GeneralLedgerRequest } from './general-ledger.ts';
import type { LifecycleRequest } from './lifecycle.ts';

export type RequestKindName =
  'ACCOUNT_LIFECYCLE' | 'FINANCIAL_ADJUSTMENT' | 'GENERAL_LEDGER' | 'CHANGE';

/** What an approval would do, and to what. */
export interface RequestDescription {
  /** The operation of the maker's request. */
  readonly operation: string;
  /** What the operation alone does not say: the transition, the type of adjustment, the change of the general ledger. */
  readonly type?: string;
  /** Names the subject for people. */
  readonly label: string;
  /** What the request moves, as requested; in XXX if it names no currency. */
  readonly amount?: Money;
  /** The control that has caught the request. */
  readonly control?: RequestCause;
}

/** A request of any kind. */
export interface RequestSummary extends RequestDescription {
  readonly request: ControlledRequest;
  readonly kind: RequestKindName;
  readonly subject: string;
}

const LABEL_CHARACTERS_MAX = 160;

/** Describes a request to change the status of an account. */
export function describeLifecycleRequest(request: LifecycleRequest): RequestDescription {
  const { transition, account } = request;
  return {
    operation: 'submitAccountStatusTransition',
    type: transition,
    label: account.terms.name,
  };
}

/** Describes a request to adjust a record, with what the record moved. */
export function describeAdjustmentRequest(request: AdjustmentRequest): RequestDescription {
  const { adjustmentType, target } = request;
  const { description, loanEntry } = target.entry;
  const named = description ?? (loanEntry && `${loanEntry.type} ${loanEntry.loanId}`);
  return {
    operation: 'submitFinancialAdjustmentRequest',
    type: adjustmentType,
    label: shorten(named ?? readTargetId(target)),
    amount: measureEntry(target.entry),
  };
}

const LEDGER_OPERATIONS = {
  PERIOD_CLOSE: 'closeGeneralLedgerPeriod',
  PERIOD_REOPEN: 'reopenGeneralLedgerPeriod',
  YEAR_CLOSE: 'closeGeneralLedgerYear',
  SETTINGS_CHANGE: 'updateGeneralLedgerSettings',
} as const;

/** Describes a request to change the general ledger. */
export function describeGeneralLedgerRequest(request: GeneralLedgerRequest): RequestDescription {
  const { kind, period, yearClosing, settings = {} } = request;
  const named = yearClosing?.year ?? period ?? Object.keys(settings).join(', ');
  return { operation: LEDGER_OPERATIONS[kind], type: kind, label: shorten(named) };
}

/** Describes a request for an operation that takes a second operator. */
export function describeChangeRequest(request: ChangeRequest): RequestDescription {
  const { operation, control, request: stored } = request;
  const members = { ...Object(stored.body), ...stored.path } as ChangeMembers;
  const amount = measureChange(operation, members);
  return {
    operation,
    label: shorten(buildLabel(operation, members) || operation),
    ...(amount && { amount }),
    ...(control && { control }),
  };
}

type ChangeMembers = Readonly<Record<string, unknown>>;

/** The members of the body and the path that name what an operation changes, the first present of each list. */
const NAMING_MEMBERS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  createAccount: [['name']],
  createLoan: [['reference', 'customer_id']],
  postLoanTransaction: [['type'], ['loanId']],
  executeWorkflow: [['workflowId']],
  upsertProduct: [['id', 'type']],
  generateProductConfiguration: [['jurisdiction']],
  createRule: [['productId'], ['id', 'rule_type']],
  seedDefaultRules: [['productId']],
  updateRule: [['productId'], ['ruleId']],
  deleteRule: [['productId'], ['ruleId']],
  createSchema: [['display_name', 'entity_name']],
  importSchema: [['display_name', 'entity_name']],
  createWorkflow: [['name']],
  createWebhook: [['url']],
  replaceWebhook: [['url']],
  upsertGeneralLedgerAccount: [['code'], ['name']],
};

function buildLabel(operation: string, members: ChangeMembers): string {
  switch (operation) {
    case 'postJournalEntry':
      return readText(members, ['description']) ?? listCodes(members);
    case 'postJournalEntries':
      return listMembers(members['entries'])
        .map((entry) => readText(entry, ['description']) ?? listCodes(entry))
        .join('; ');
    case 'updateGeneralLedgerSettings':
      return Object.keys(members)
        .filter((name) => name !== 'reason')
        .join(', ');
    case 'replaceControls':
      return listMembers(members['controls'])
        .map((control) => readText(control, ['operation']))
        .join(', ');
    case 'submitLegacyImport':
      return readText(Object(members['file']) as ChangeMembers, ['name']) ?? '';
  }
  const names = NAMING_MEMBERS[operation] ?? [];
  return names.flatMap((candidates) => readText(members, candidates) ?? []).join(' ');
}

function listCodes(entry: ChangeMembers): string {
  const lines = listMembers(entry['ledger_lines']);
  return lines.flatMap((line) => readText(line, ['account_code']) ?? []).join(', ');
}

function readText(members: ChangeMembers, names: readonly string[]): string | undefined {
  const found = names.map((name) => members[name]).find((value) => typeof value === 'string');
  return found as string | undefined;
}

function listMembers(value: unknown): ChangeMembers[] {
  return Array.isArray(value) ? (value as ChangeMembers[]) : [];
}

// Without the fees that rules would charge: they depend on the moment of the approval.
function measureChange(operation: string, members: ChangeMembers): Money | undefined {
  switch (operation) {
    case 'postJournalEntry':
      return measureStoredEntry(members);
    case 'postJournalEntries':
      return sumEntries(listMembers(members['entries']).map(measureStoredEntry));
    case 'createLoan':
      return parseMoney(String(members['principal']), String(members['currency']));
    case 'postLoanTransaction':
      return parseMoney(String(members['amount']), String(members['currency']));
    default:
      return undefined;
  }
}

function sumEntries(amounts: readonly Money[]): Money | undefined {
  const [currency, ...others] = new Set(amounts.map(readCurrency));
  return currency === undefined || others.length > 0 ? undefined : sumMoney(amounts, currency);
}

function shorten(label: string): string {
  return [...label].slice(0, LABEL_CHARACTERS_MAX).join('');
}

/** Limits of amounts, both inclusive, and the currency of the amounts. */
export interface AmountFilter {
  readonly from?: bigint;
  readonly to?: bigint;
  readonly currency?: string;
}

/** Whether the request has an amount within the limits. */
export function hasAmountWithin(
  { amount }: Pick<RequestDescription, 'amount'>,
  { from, to, currency }: AmountFilter,
): boolean {
  if (!amount || (currency !== undefined && readCurrency(amount) !== currency)) return false;
  const minor = toMinorUnits(amount);
  return (from === undefined || minor >= from) && (to === undefined || minor <= to);
}
