// What is wrong with a field: found here before anything is sent, or by the API.
import type { MemberFault } from '../../api/member-faults.ts';
import type { DraftFault } from './entry-draft.ts';

/** What the API requires of a field, in its own words. */
export interface ApiRequirement {
  readonly requirement: string;
}

export type FieldFault = DraftFault | ApiRequirement;

/** By field: the id of the line or posting, a point, and the name of the field. */
export type FieldFaults = Readonly<Record<string, FieldFault>>;

const LINE_FIELDS: Readonly<Record<string, string>> = {
  account_code: 'code',
  debit_amount: 'debit',
  credit_amount: 'credit',
};
const POSTING_FIELDS: Readonly<Record<string, string>> = {
  account_id: 'account',
  currency: 'account',
  amount: 'amount',
  reference: 'reference',
};
const ENTRY_FIELDS: Readonly<Record<string, string>> = {
  description: 'description',
  effective_date: 'effectiveDate',
  ledger_lines: 'lines',
};

/** The lines and postings of a draft, in the order of the request. */
interface DraftRows {
  readonly lines: readonly { readonly id: string }[];
  readonly postings: readonly { readonly id: string }[];
}

/** Names the field from which a member of the request comes; undefined where the form has none. */
export function findEntryField(
  { lines, postings }: DraftRows,
  [list = '', index, name = '']: readonly string[],
): string | undefined {
  if (index === undefined) return ENTRY_FIELDS[list];
  const isNamed = (_row: unknown, at: number) => String(at) === index;
  const line = list === 'ledger_lines' ? lines.find(isNamed) : undefined;
  if (line !== undefined) return `${line.id}.${LINE_FIELDS[name] ?? 'code'}`;
  const posting = list === 'account_postings' ? postings.find(isNamed) : undefined;
  return posting && `${posting.id}.${POSTING_FIELDS[name] ?? 'account'}`;
}

/** Names the field of a transfer, whose two lines and postings are those of its accounts. */
export function findTransferField(path: readonly string[]): string | undefined {
  const sides = [{ id: 'from' }, { id: 'to' }];
  const field = findEntryField({ lines: sides, postings: sides }, path);
  const [side = '', name] = field?.split('.') ?? [];
  if (name === undefined) return field;
  return name === 'reference' ? name : name === 'account' || name === 'code' ? side : 'amount';
}

/** Names the field of a correction, which has the entry and its reason. */
export function findCorrectionField(draft: DraftRows, path: readonly string[]): string | undefined {
  const [first, , ...rest] = path;
  return first === 'correction' ? findEntryField(draft, rest) : first;
}

/** Puts what the API requires at the fields that it concerns. */
export function placeFaults(
  faults: readonly MemberFault[],
  findField: (path: readonly string[]) => string | undefined,
): FieldFaults {
  const placed = faults.flatMap(({ path, requirement }) => {
    const field = findField(path);
    return field === undefined ? [] : [[field, { requirement }] as const];
  });
  return Object.fromEntries(placed);
}
