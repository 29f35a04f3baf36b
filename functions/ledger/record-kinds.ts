// THE TABLE of the kinds of records. Keys, identifiers and the verification follow from it, and the
// tests in test/verification/record-kinds.test.ts try every row (docs/new-noun.md).

export interface RecordKindRow {
  /**
   * The one table that holds the kind. A record of the ledger is written together with the receipt of
   * its mutation; projections are derived from the receipts, and the deliveries of webhooks say what was sent: neither is verified.
   */
  readonly table: 'ledger' | 'receipts' | 'projections' | 'webhooks';
  /** What follows the kind in the partition key, and the sort key after the bar. */
  readonly key: string;
  /** What a reported difference calls the record: a noun of the API where it has one. */
  readonly noun: string;
  /** The name under which the verification counts these records; false where another kind stands for them. */
  readonly countedAs: string | false;
  /** The prefix of the identifiers that are made for these records. */
  readonly id?: string;
}

/** By the third part of the partition key: `T#<tenant>#<kind>#…`. */
export const RECORD_KINDS = {
  ACC: {
    table: 'ledger',
    key: '{shard} | {acc}',
    noun: 'account',
    countedAs: false,
    id: 'acc',
  },
  AXI: { table: 'ledger', key: '{text} | A', noun: 'external_id', countedAs: false },
  BAL: { table: 'ledger', key: '{acc} | B', noun: 'account', countedAs: 'accounts' },
  ENT: {
    table: 'ledger',
    key: '{acc} | {time}#{number}',
    noun: 'account_entry',
    countedAs: 'account_entries',
    id: 'ent',
  },
  JRN: {
    table: 'ledger',
    key: '{shard} | {jrn}',
    noun: 'journal_entry',
    countedAs: 'journal_entries',
    id: 'jrn',
  },
  LON: { table: 'ledger', key: '{shard} | {loan}', noun: 'loan', countedAs: 'loans', id: 'loan' },
  LTX: {
    table: 'ledger',
    key: '{loan} | {txn}',
    noun: 'transaction',
    countedAs: 'transactions',
    id: 'txn',
  },
  OPL: { table: 'ledger', key: '{acc} | L', noun: 'open_loans', countedAs: false },
  LCR: {
    table: 'ledger',
    key: '{shard} | {lcr}',
    noun: 'lifecycle_request',
    countedAs: false,
    id: 'lcr',
  },
  FAR: {
    table: 'ledger',
    key: '{shard} | {far}',
    noun: 'adjustment_request',
    countedAs: 'adjustment_requests',
    id: 'far',
  },
  REV: {
    table: 'ledger',
    key: '{jrn|txn} | R',
    noun: 'reversal_mark',
    countedAs: 'reversal_marks',
  },
  PRO: {
    table: 'ledger',
    key: '{text} | {P|R#text|V#number}',
    noun: 'product',
    countedAs: false,
    id: 'rul',
  },
  PRD: { table: 'ledger', key: '| {text}', noun: 'listed_product', countedAs: false },
  CFG: { table: 'ledger', key: '| C', noun: 'product_configuration', countedAs: false },
  GLA: { table: 'ledger', key: '| {text}', noun: 'general_ledger_account', countedAs: false },
  GLP: { table: 'ledger', key: '| {text}', noun: 'general_ledger_period', countedAs: false },
  GLR: {
    table: 'ledger',
    key: '{shard} | {glr}',
    noun: 'general_ledger_request',
    countedAs: false,
    id: 'glr',
  },
  CTL: { table: 'ledger', key: '| C', noun: 'controls', countedAs: false },
  CHG: {
    table: 'ledger',
    key: '{shard} | {chg}',
    noun: 'change_request',
    countedAs: false,
    id: 'chg',
  },
  GLS: { table: 'ledger', key: '| S', noun: 'general_ledger_settings', countedAs: false },
  SCH: { table: 'ledger', key: '{shard} | {sch}', noun: 'schema', countedAs: false, id: 'sch' },
  SCN: { table: 'ledger', key: '{text} | N', noun: 'schema_name', countedAs: false },
  SCV: { table: 'ledger', key: '{sch} | {number}', noun: 'schema_version', countedAs: false },
  BAT: { table: 'ledger', key: '| {bat}', noun: 'batch', countedAs: false, id: 'bat' },
  WFL: { table: 'ledger', key: '{shard} | {wfl}', noun: 'workflow', countedAs: false, id: 'wfl' },
  WFT: { table: 'ledger', key: '{text} | {wfl}', noun: 'workflow_trigger', countedAs: false },
  WFP: { table: 'ledger', key: '{text} | P', noun: 'workflow_preset', countedAs: false },
  EXE: {
    table: 'ledger',
    key: '{wfl}#{shard} | {exe}',
    noun: 'workflow_execution',
    countedAs: false,
    id: 'exe',
  },
  EXI: { table: 'ledger', key: '{exe} | W', noun: 'workflow_execution_key', countedAs: false },
  PTM: { table: 'ledger', key: '| {ptm}', noun: 'posting_template', countedAs: false, id: 'ptm' },
  WHK: { table: 'ledger', key: '| {whk}', noun: 'webhook', countedAs: false, id: 'whk' },
  LOG: { table: 'ledger', key: '| L', noun: 'evidence_log', countedAs: 'evidence_logs' },
  LGM: { table: 'ledger', key: '| {minute}', noun: 'sealed_minute', countedAs: false },
  RCP: { table: 'receipts', key: '{text} | R', noun: 'receipt', countedAs: 'receipts' },
  PRJ: {
    table: 'projections',
    key: '{text}#G{number}{|#text} | {text}',
    noun: 'projection',
    countedAs: false,
  },
  AUD: {
    table: 'projections',
    key: 'G{number}#{TIME|ACTOR#text|OPERATION#text|SUBJECT#text} | {time}#{text}',
    noun: 'audit_event',
    countedAs: false,
  },
  VER: {
    table: 'projections',
    key: 'G{number}#{text} | {number}',
    noun: 'record_version',
    countedAs: false,
  },
  VRD: { table: 'projections', key: '| V', noun: 'verification_verdict', countedAs: false },
  PRS: { table: 'projections', key: '| S', noun: 'projection_status', countedAs: false },
  SLT: { table: 'projections', key: '| {text}', noun: 'sealed_tenant', countedAs: false },
  PRC: {
    table: 'projections',
    key: '| {C|R#text}',
    noun: 'projection_control',
    countedAs: false,
  },
  WHD: { table: 'webhooks', key: '{whk} | {text}', noun: 'webhook_delivery', countedAs: false },
  WHH: { table: 'webhooks', key: '{whk} | H', noun: 'webhook_health', countedAs: false },
  WHS: { table: 'webhooks', key: '| S', noun: 'webhook_seed', countedAs: false },
} as const satisfies Readonly<Record<string, RecordKindRow>>;

export type RecordKind = keyof typeof RECORD_KINDS;

type RowWithId = Extract<(typeof RECORD_KINDS)[RecordKind], { readonly id: string }>;

/** The prefixes of the identifiers of records. */
export type RecordIdPrefix = RowWithId['id'];

/** The row of a kind; undefined for a text that is no kind of record. */
export function findRecordKind(kind: string): RecordKindRow | undefined {
  return Object.hasOwn(RECORD_KINDS, kind) ? RECORD_KINDS[kind as RecordKind] : undefined;
}
