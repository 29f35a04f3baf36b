// Valid request bodies for samples, scenarios, fixtures, the soak test and benchmarks. The oracle of the
// tests builds its own bodies, to stay independent.
import { hash } from 'node:crypto';

/** The general-ledger account of the institution's cash. */
const CASH = '1000';
/** The control account of customers' accounts whose product names no other. */
export const DEPOSITS = 'CUSTOMER_DEPOSITS';

export function buildAccountBody(members: Readonly<Record<string, string>> = {}) {
  return {
    customer_id: 'cus-4711',
    product_id: 'current-account',
    name: 'Ada Lovelace',
    currency: 'EUR',
    ...members,
  };
}

export interface PostingBody {
  readonly account_id: string;
  readonly direction: 'CREDIT' | 'DEBIT';
  readonly amount: string;
  readonly currency: string;
}

/** An entry that debits one general ledger account and credits another with the amount. */
export function buildEntryBody(
  amount: string,
  [debited, credited]: readonly [debited: string, credited: string],
  postings: readonly PostingBody[],
) {
  return {
    ledger_lines: [
      { account_code: debited, debit_amount: amount },
      { account_code: credited, credit_amount: amount },
    ],
    account_postings: [...postings],
  };
}

/** A payment of the amount into the account. */
export function buildCreditBody(account_id: string, amount: string, currency = 'EUR') {
  const posting: PostingBody = { account_id, direction: 'CREDIT', amount, currency };
  return buildEntryBody(amount, [CASH, DEPOSITS], [posting]);
}

/** A payment of the amount out of the account. */
export function buildDebitBody(account_id: string, amount: string, currency = 'EUR') {
  const posting: PostingBody = { account_id, direction: 'DEBIT', amount, currency };
  return buildEntryBody(amount, [DEPOSITS, CASH], [posting]);
}

export function buildTransferBody(from: string, to: string, amount: string, currency = 'EUR') {
  const postings: PostingBody[] = [
    { account_id: from, direction: 'DEBIT', amount, currency },
    { account_id: to, direction: 'CREDIT', amount, currency },
  ];
  return buildEntryBody(amount, [DEPOSITS, DEPOSITS], postings);
}

export function buildLoanBody(
  account_id: string,
  members: Readonly<Record<string, string | undefined>> = {},
) {
  return {
    customer_id: 'cus-4711',
    product_id: 'consumer-loan',
    account_id,
    currency: 'EUR',
    principal: '1000000.00',
    ...members,
  };
}

const ALLOCATED_PARTS = {
  DISBURSEMENT: 'principal',
  REPAYMENT: 'principal',
  INTEREST: 'interest',
  FEE: 'fees',
} as const;

export type AllocationBody = Readonly<Record<'principal' | 'interest' | 'fees', string>>;

/** A transaction with its whole amount allocated to the part that its type changes. */
export function buildLoanTransactionBody(type: keyof typeof ALLOCATED_PARTS, amount: string) {
  return buildAllocatedTransactionBody(type, amount, { [ALLOCATED_PARTS[type]]: amount });
}

export function buildAllocatedTransactionBody(
  type: string,
  amount: string,
  allocation: Partial<AllocationBody>,
) {
  const zero: AllocationBody = { principal: '0.00', interest: '0.00', fees: '0.00' };
  return { type, amount, currency: 'EUR', allocation: { ...zero, ...allocation } };
}

export function buildTransitionBody(transition = 'FREEZE') {
  return { transition, reason: 'The card was lost.' };
}

/** A request for a reversal of the target or, with a correction, for its replacement. */
export function buildAdjustmentBody(
  target_type: 'JOURNAL_ENTRY' | 'TRANSACTION',
  target_id: string,
  correction?: object,
) {
  return {
    target_type,
    target_id,
    adjustment_type: correction === undefined ? 'REVERSAL' : 'CORRECTION',
    reason: 'The payment was made twice.',
    ...(correction !== undefined && { correction }),
  };
}

export function buildProductBody(id: string, members: Readonly<Record<string, unknown>> = {}) {
  return { id, type: 'CURRENT_ACCOUNT', config: { overdraft_limit: '100.00' }, ...members };
}

/** A template of two lines and a posting, with the rent to be given each time. */
export function buildTemplateBody(members: object = {}) {
  return {
    name: 'Rent of the branch',
    lines: [
      { account_code: '5000', side: 'DEBIT', placeholder: 'rent' },
      { account_code: 'CUSTOMER_DEPOSITS', side: 'CREDIT', placeholder: 'rent' },
    ],
    postings: [{ direction: 'CREDIT', placeholder: 'rent', reference: 'Rent of the month' }],
    ...members,
  };
}

/** A rule that denies debits above 1000.00. */
export function buildRuleBody(members: Readonly<Record<string, unknown>> = {}) {
  return {
    rule_type: 'LIMIT',
    condition: 'posting.direction == "DEBIT" && amount > 1000.00',
    action: { type: 'DENY', message: 'No more than 1000.00 at once.' },
    ...members,
  };
}

export interface StepBody {
  readonly order?: number;
  readonly name?: string;
  readonly action: string;
  readonly parameters?: object;
  readonly condition?: string;
}

/** A workflow of these steps, in this order. */
export function buildWorkflowBody(trigger: string, steps: readonly StepBody[]) {
  return {
    name: 'Review fee',
    trigger,
    steps: steps.map((step, index) => {
      const order = index + 1;
      return { order, name: `step ${order}`, parameters: {}, ...step };
    }),
  };
}

/** An entity schema with a name and a share. */
export function buildSchemaBody(
  entity_name: string,
  members: Readonly<Record<string, unknown>> = {},
) {
  return {
    entity_name,
    display_name: 'Beneficial owner',
    fields: [
      { name: 'full_name', type: 'STRING', required: true, maxLength: 80 },
      { name: 'share', type: 'NUMBER', required: true },
    ],
    ...members,
  };
}

const DAY_MS = 86_400_000;

/** The day so many days from today, in UTC. */
export const formatDayFromNow = (days: number): string =>
  new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

export function buildExportBody(members: Readonly<Record<string, unknown>> = {}) {
  return {
    period_from: '2026-01-01',
    period_to: '2026-01-31',
    legal_basis_code: 'BANKING-ACT-24',
    retention_until: '2036-12-31',
    ...members,
  };
}

export function buildDeliveryBody() {
  return { authority_reference: 'BaFin-4711', delivered_at: '2026-02-01T09:30:00Z' };
}

/** A file of accounts that is part of the request. */
export function buildImportFile(content: Buffer | string) {
  const bytes = Buffer.from(content);
  return {
    name: 'accounts.csv',
    media_type: 'text/csv',
    size_bytes: bytes.length,
    checksum_sha256: hash('sha256', bytes, 'hex'),
    content: bytes.toString('base64'),
  };
}
