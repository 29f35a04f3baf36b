// A journal entry as an operator types it: what is wrong with it, whether it balances, and the request that it
// becomes. Amounts are text until they are read, and minor units from then on.
import type { Account, Direction, LedgerLine, NewJournalEntry } from '../../../../client/client.ts';
import { findTypedAmountFault } from '../../parts/fields/amount-faults.ts';
import { isCalendarDate } from '../../values/calendar-dates.ts';
import { parseMinorUnits } from '../../values/minor-units.ts';
import { parseAmount } from '../../values/money.ts';

export interface LineDraft {
  readonly id: string;
  readonly code: string;
  readonly debit: string;
  readonly credit: string;
}

export interface PostingInput {
  readonly id: string;
  readonly account: Account | undefined;
  /** What is typed to find it. */
  readonly accountText: string;
  readonly direction: Direction;
  readonly amount: string;
  readonly reference: string;
}

export interface EntryInput {
  readonly lines: readonly LineDraft[];
  readonly postings: readonly PostingInput[];
  readonly description: string;
  readonly effectiveDate: string;
}

export type DraftFault =
  | 'faultCode'
  | 'faultAmount'
  | 'faultZero'
  | 'faultAmbiguous'
  | 'faultInvalid'
  | 'faultSides'
  | 'faultAccount'
  | 'faultSameAccount'
  | 'faultCurrency'
  | 'faultDate'
  | 'faultLines'
  | 'faultUnbalanced'
  | 'faultReason';

/** By field: the id of the line or posting, a point, and the name of the field. */
export type DraftFaults = Readonly<Record<string, DraftFault>>;

export const EMPTY_POSTING = {
  account: undefined,
  accountText: '',
  direction: 'CREDIT',
  amount: '',
  reference: '',
} as const;
export const EMPTY_LINE = { code: '', debit: '', credit: '' } as const;

const AMOUNT_FAULTS = {
  missing: 'faultAmount',
  zero: 'faultZero',
  ambiguous: 'faultAmbiguous',
  invalid: 'faultInvalid',
} as const;

/** Returns what is wrong with an amount; undefined if it may be posted. */
export function findAmountFault(text: string): DraftFault | undefined {
  const fault = findTypedAmountFault(text);
  return fault && AMOUNT_FAULTS[fault];
}

/** Debits minus credits of the lines, as far as they can be read. */
export function computeImbalance(lines: readonly LineDraft[]): bigint {
  return lines.reduce((sum, { debit, credit }) => sum + readUnits(debit) - readUnits(credit), 0n);
}

/** Whether any line has an amount that can be read: lines without one are neither balanced nor not. */
export function hasAmount(lines: readonly LineDraft[]): boolean {
  return lines.some(({ debit, credit }) => readUnits(debit) !== 0n || readUnits(credit) !== 0n);
}

/** Lists what must be changed before the draft can be sent. */
export function findDraftFaults(draft: EntryInput): DraftFaults {
  const { lines, postings, effectiveDate } = draft;
  const currency = postings.find(({ account }) => account !== undefined)?.account?.currency;
  const faults: readonly (readonly [string, DraftFault | undefined])[] = [
    ...lines.flatMap(findLineFaults),
    ...postings.flatMap((posting) => findPostingFaults(posting, currency)),
    ['effectiveDate', isDate(effectiveDate) ? undefined : 'faultDate'],
    ['lines', lines.length < 2 ? 'faultLines' : undefined],
  ];
  const found = faults.filter((each): each is [string, DraftFault] => each[1] !== undefined);
  if (found.length === 0 && computeImbalance(lines) !== 0n) return { lines: 'faultUnbalanced' };
  return Object.fromEntries(found);
}

/** Builds the request of a draft without faults. */
export function buildEntryBody(draft: EntryInput): NewJournalEntry {
  const { lines, postings, description, effectiveDate } = draft;
  return {
    ledger_lines: lines.map(toLedgerLine) as [LedgerLine, LedgerLine],
    account_postings: postings.flatMap(({ account, direction, amount, reference }) =>
      account === undefined
        ? []
        : [
            {
              account_id: account.id,
              direction,
              amount: readAmount(amount),
              currency: account.currency,
              ...(reference.trim() !== '' && { reference: reference.trim() }),
            },
          ],
    ),
    ...(description.trim() !== '' && { description: description.trim() }),
    ...(effectiveDate.trim() !== '' && { effective_date: effectiveDate.trim() }),
  };
}

function findLineFaults({ id, code, debit, credit }: LineDraft) {
  const isDebit = debit.trim() !== '';
  const hasBoth = isDebit && credit.trim() !== '';
  return [
    [`${id}.code`, code.trim() === '' ? 'faultCode' : undefined],
    [`${id}.debit`, hasBoth ? 'faultSides' : isDebit ? findAmountFault(debit) : undefined],
    [`${id}.credit`, isDebit ? undefined : findAmountFault(credit)],
  ] as const;
}

function findPostingFaults({ id, account, amount }: PostingInput, currency: string | undefined) {
  const isOther = account !== undefined && account.currency !== currency;
  return [
    [
      `${id}.account`,
      account === undefined ? 'faultAccount' : isOther ? 'faultCurrency' : undefined,
    ],
    [`${id}.amount`, findAmountFault(amount)],
  ] as const;
}

function toLedgerLine({ code, debit, credit }: LineDraft): LedgerLine {
  return debit.trim() === ''
    ? { account_code: code.trim(), credit_amount: readAmount(credit) }
    : { account_code: code.trim(), debit_amount: readAmount(debit) };
}

function isDate(text: string): boolean {
  return text.trim() === '' || isCalendarDate(text.trim());
}

function readAmount(text: string): string {
  const reading = parseAmount(text);
  return reading.kind === 'amount' ? reading.amount : '0.00';
}

function readUnits(text: string): bigint {
  return parseMinorUnits(readAmount(text));
}
