// What an operator types of a posting template, what is wrong with it, and the request that it makes.
import type {
  Direction,
  NewPostingTemplate,
  PostingTemplate,
  TemplateLine,
  TemplatePosting,
} from '../../../../../client/client.ts';
import type { MemberFault } from '../../../api/member-faults.ts';
import { describeAmountFault, findTypedAmountFault } from '../../../parts/fields/amount-faults.ts';
import { formatAmount, parseAmount } from '../../../values/money.ts';
import { templateText } from './messages.ts';

interface AmountInput {
  readonly id: string;
  /** Whether the amount is given each time, under the name; otherwise it is the same each time. */
  readonly isAsked: boolean;
  readonly amount: string;
  readonly placeholder: string;
}

export interface TemplateLineInput extends AmountInput {
  readonly code: string;
  readonly side: Direction;
}

export interface TemplatePostingInput extends AmountInput {
  /** Undefined if the account is chosen each time; empty before one is chosen. */
  readonly accountId?: string;
  readonly direction: Direction;
  readonly reference: string;
}

export interface TemplateInput {
  readonly name: string;
  readonly description: string;
  readonly lines: readonly TemplateLineInput[];
  readonly postings: readonly TemplatePostingInput[];
}

/** A template as the API answers it. */
export interface SavedTemplate extends Omit<PostingTemplate, 'lines'> {
  readonly lines: readonly TemplateLine[];
}

/** By field: the id of the row, a point, and the name of the field. */
export type TemplateFaults = Readonly<Record<string, string>>;

const EMPTY_AMOUNT = { isAsked: true, amount: '', placeholder: '' };
export const EMPTY_TEMPLATE_LINE = { ...EMPTY_AMOUNT, code: '', side: 'DEBIT' } as const;
export const EMPTY_TEMPLATE_POSTING = {
  ...EMPTY_AMOUNT,
  direction: 'CREDIT',
  reference: '',
} as const;
export const LINES_MAX = 100;
export const POSTINGS_MAX = 50;
const PLACEHOLDER = /^[a-z][a-z0-9_]{0,63}$/;

/** The input that shows a template; two lines for one that is new. */
export function toTemplateInput(template: SavedTemplate | undefined): TemplateInput {
  if (template === undefined) {
    const lines = (['DEBIT', 'CREDIT'] as const).map((side) => ({
      ...EMPTY_TEMPLATE_LINE,
      id: side,
      side,
    }));
    return { name: '', description: '', lines, postings: [] };
  }
  const { name, description = '', lines, postings } = template;
  return {
    name,
    description,
    lines: lines.map((line, at) => ({
      ...toAmountInput(line, `line-${at}`),
      code: line.account_code,
      side: line.side,
    })),
    postings: postings.map((posting, at) => ({
      ...toAmountInput(posting, `posting-${at}`),
      ...(posting.account_id !== undefined && { accountId: posting.account_id }),
      direction: posting.direction,
      reference: posting.reference ?? '',
    })),
  };
}

function toAmountInput({ amount, placeholder = '' }: TemplateLine | TemplatePosting, id: string) {
  const typed = amount === undefined ? '' : formatAmount(amount);
  return { id, isAsked: amount === undefined, amount: typed, placeholder };
}

/** Lists what must be changed before the template can be sent. */
export function findTemplateFaults({ name, lines, postings }: TemplateInput): TemplateFaults {
  const faults: readonly (readonly [string, string | undefined])[] = [
    ['name', name.trim() === '' ? templateText('nameMissing') : undefined],
    ['lines', lines.length < 2 ? templateText('linesMissing') : undefined],
    ...lines.flatMap((line) => [
      [
        `${line.id}.code`,
        line.code.trim() === '' ? templateText('codeMissing') : undefined,
      ] as const,
      [`${line.id}.amount`, findAmountFault(line)] as const,
    ]),
    ...postings.flatMap((posting) => [
      [
        `${posting.id}.account`,
        posting.accountId === '' ? templateText('accountMissing') : undefined,
      ] as const,
      [`${posting.id}.amount`, findAmountFault(posting)] as const,
    ]),
  ];
  return Object.fromEntries(
    faults.filter((fault): fault is [string, string] => fault[1] !== undefined),
  );
}

function findAmountFault({ isAsked, amount, placeholder }: AmountInput): string | undefined {
  if (isAsked) {
    return PLACEHOLDER.test(placeholder.trim()) ? undefined : templateText('placeholderWrong');
  }
  const fault = findTypedAmountFault(amount);
  return fault && describeAmountFault(fault);
}

/** The input as the request has it, also while it has faults. */
export function describeTemplate(input: TemplateInput): NewPostingTemplate {
  const { name, description, lines, postings } = input;
  return {
    name: name.trim(),
    ...(description.trim() !== '' && { description: description.trim() }),
    lines: lines.map((line) => ({
      account_code: line.code.trim(),
      side: line.side,
      ...describeAmount(line),
    })) as NewPostingTemplate['lines'],
    postings: postings.map((posting) => ({
      ...(posting.accountId !== undefined && { account_id: posting.accountId }),
      direction: posting.direction,
      ...describeAmount(posting),
      ...(posting.reference.trim() !== '' && { reference: posting.reference.trim() }),
    })),
  };
}

function describeAmount({ isAsked, amount, placeholder }: AmountInput) {
  if (isAsked) return { placeholder: placeholder.trim() };
  const reading = parseAmount(amount);
  return { amount: reading.kind === 'amount' ? reading.amount : amount };
}

const FIELDS: Readonly<Record<string, string>> = {
  account_code: 'code',
  account_id: 'account',
  reference: 'reference',
};

/** Puts what the API requires at the fields that it concerns. */
export function placeTemplateFaults(
  { lines, postings }: TemplateInput,
  faults: readonly MemberFault[],
): TemplateFaults {
  const rows: Readonly<Record<string, readonly { readonly id: string }[]>> = { lines, postings };
  const placed = faults.map(({ path: [member = '', index, name = ''], requirement }) => {
    const row = rows[member]?.find((_row, at) => `${at}` === index);
    const field = row === undefined ? member : `${row.id}.${FIELDS[name] ?? 'amount'}`;
    return [field, templateText('faultOfApi', { requirement })] as const;
  });
  return Object.fromEntries(placed);
}
