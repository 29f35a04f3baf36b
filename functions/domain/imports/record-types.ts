// The built-in record types of older systems, for imports without a schema of the institution. They are
// data: docs/imports.md shows them as tables.
import { AMOUNT_PATTERN } from '../values/text-patterns.ts';
import type { EntityDefinition } from '../schemas/entity-schemas.ts';
import type { RecordForm } from '../schemas/fields.ts';
import { findAccountRowFaults } from './chart-file.ts';
import type { RowFault } from './rejections.ts';
import type { EntryFields } from './balanced-entries.ts';

export type RecordTypeName =
  'ACCOUNT' | 'OPENING_BALANCE' | 'JOURNAL_ENTRY' | 'GENERAL_LEDGER_ACCOUNT';

export interface RecordType {
  readonly definition: EntityDefinition;
  /** Fields that hold a number; as text they use the file's decimal separator. */
  readonly numbers: readonly string[];
  /** The pattern of an amount, by field. */
  readonly amounts?: Readonly<Record<string, RegExp>>;
  /** Fields of which exactly one must hold an amount above zero. */
  readonly exactlyOne?: readonly string[];
  /** Finds the faults of a record that the types of its fields do not show. */
  readonly findFaults?: (
    record: Readonly<Record<string, unknown>>,
    form: RecordForm,
  ) => readonly RowFault[];
  /** Finds what is wrong with a sound record together with the others of the file. */
  readonly findTogether?: (
    row: number,
    record: Readonly<Record<string, unknown>>,
  ) => readonly RowFault[];
  /** Present where a record is a line of an entry; the lines of each entry must balance. */
  readonly entry?: EntryFields;
}

const CURRENCY = '^[A-Z]{3}$';
const AMOUNT = new RegExp(AMOUNT_PATTERN);
const BALANCE = /^-?(0|[1-9][0-9]{0,35})\.[0-9]{2}$/;

// prettier-ignore
const ACCOUNT_RECORD: EntityDefinition = {
  entity_name: 'ACCOUNT',
  display_name: 'Account',
  fields: [
    { name: 'account_reference', type: 'STRING', required: true, maxLength: 128, description: 'The identifier of the account in the older system.' },
    { name: 'customer_id', type: 'STRING', required: true, maxLength: 128 },
    { name: 'product_id', type: 'STRING', required: true, maxLength: 128 },
    { name: 'name', type: 'STRING', required: true, maxLength: 160 },
    { name: 'currency', type: 'STRING', required: true, pattern: CURRENCY, description: 'ISO 4217.' },
    { name: 'status', type: 'ENUM', required: false, enum_values: ['ACTIVE', 'FROZEN', 'CLOSED'], description: 'ACTIVE if it is absent.' },
    { name: 'opened_on', type: 'DATE', required: false },
    { name: 'external_id', type: 'STRING', required: false, maxLength: 128, description: 'What the API takes as external_id.' },
  ],
};

// prettier-ignore
const OPENING_BALANCE_RECORD: EntityDefinition = {
  entity_name: 'OPENING_BALANCE',
  display_name: 'Opening balance',
  fields: [
    { name: 'account_reference', type: 'REFERENCE', required: true, reference_table: 'ACCOUNT', maxLength: 128 },
    { name: 'balance', type: 'STRING', required: true, description: 'From the customer’s view: negative if the customer owes the bank.' },
    { name: 'currency', type: 'STRING', required: true, pattern: CURRENCY, description: 'ISO 4217.' },
    { name: 'as_of', type: 'DATE', required: true, description: 'The balance at the end of that day.' },
  ],
};

// prettier-ignore
const JOURNAL_ENTRY_RECORD: EntityDefinition = {
  entity_name: 'JOURNAL_ENTRY',
  display_name: 'Line of a journal entry',
  fields: [
    { name: 'entry_reference', type: 'STRING', required: true, maxLength: 128, description: 'The same for all lines of one entry.' },
    { name: 'effective_date', type: 'DATE', required: true },
    { name: 'account_code', type: 'STRING', required: true, maxLength: 64, description: 'The code of the general-ledger account.' },
    { name: 'debit_amount', type: 'STRING', required: false },
    { name: 'credit_amount', type: 'STRING', required: false },
    { name: 'currency', type: 'STRING', required: true, pattern: CURRENCY, description: 'ISO 4217.' },
    { name: 'account_reference', type: 'REFERENCE', required: false, reference_table: 'ACCOUNT', maxLength: 128, description: 'The customer’s account, if the line is posted to one.' },
    { name: 'description', type: 'STRING', required: false, maxLength: 500 },
  ],
};

// prettier-ignore
const GENERAL_LEDGER_ACCOUNT_RECORD: EntityDefinition = {
  entity_name: 'GENERAL_LEDGER_ACCOUNT',
  display_name: 'Account of the chart of accounts',
  fields: [
    { name: 'code', type: 'STRING', required: true, maxLength: 64 },
    { name: 'name', type: 'STRING', required: true, maxLength: 160 },
    { name: 'type', type: 'ENUM', required: true, enum_values: ['ASSET', 'LIABILITY', 'EQUITY', 'INCOME', 'EXPENSE'] },
    { name: 'currency', type: 'STRING', required: false, pattern: CURRENCY, description: 'The only currency of its lines.' },
    { name: 'parent', type: 'STRING', required: false, maxLength: 64, description: 'The code of an account of the file or of the chart.' },
    { name: 'status', type: 'ENUM', required: false, enum_values: ['ACTIVE', 'CLOSED'], description: 'ACTIVE if it is absent.' },
    { name: 'mappings', type: 'STRING', required: false, maxLength: 10_000, description: 'Its codes in other charts: HGB=1600; SAF-T=0110.' },
  ],
};

export const recordTypes: Readonly<Record<RecordTypeName, RecordType>> = {
  ACCOUNT: { definition: ACCOUNT_RECORD, numbers: [] },
  OPENING_BALANCE: {
    definition: OPENING_BALANCE_RECORD,
    numbers: ['balance'],
    amounts: { balance: BALANCE },
  },
  JOURNAL_ENTRY: {
    definition: JOURNAL_ENTRY_RECORD,
    numbers: ['debit_amount', 'credit_amount'],
    amounts: { debit_amount: AMOUNT, credit_amount: AMOUNT },
    exactlyOne: ['debit_amount', 'credit_amount'],
    entry: {
      reference: 'entry_reference',
      currency: 'currency',
      debit: 'debit_amount',
      credit: 'credit_amount',
    },
  },
  GENERAL_LEDGER_ACCOUNT: {
    definition: GENERAL_LEDGER_ACCOUNT_RECORD,
    numbers: [],
    findFaults: findAccountRowFaults,
  },
};

/** Turns an institution's own schema into a record type. */
export function buildRecordType(definition: EntityDefinition): RecordType {
  const numbers = definition.fields.filter(({ type }) => type === 'NUMBER');
  return { definition, numbers: numbers.map(({ name }) => name) };
}
