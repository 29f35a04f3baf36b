// Templates of journal entries: the lines that an institution posts again and again, with placeholders for
// the amounts that differ. A template moves no money; an entry is posted with its lines by the caller.
import { Refusal } from '../refusals/refusals.ts';
import type { Direction } from '../values/direction.ts';
import { latestTime } from '../values/times.ts';
import { parseMinor } from '../values/money.ts';

/** An amount that is the same each time, or the name of one that is given each time. */
interface TemplateAmount {
  readonly amount?: string;
  readonly placeholder?: string;
}

export interface TemplateLine extends TemplateAmount {
  readonly account_code: string;
  readonly side: Direction;
}

export interface TemplatePosting extends TemplateAmount {
  /** Absent if the account is chosen each time. */
  readonly account_id?: string;
  readonly direction: Direction;
  readonly reference?: string;
}

export interface TemplateContent {
  readonly name: string;
  readonly description?: string;
  readonly lines: readonly TemplateLine[];
  readonly postings: readonly TemplatePosting[];
}

export interface PostingTemplate extends TemplateContent {
  readonly id: string;
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** A deleted template stays as a tombstone: the ledger deletes no record. */
  readonly deletedAt?: string;
}

export type TemplateRequest = Omit<TemplateContent, 'postings'> & Partial<TemplateContent>;

/** Validates the content of a template. Refuses with invalid_posting_template. */
export function defineTemplate(request: TemplateRequest): TemplateContent {
  const { name, description, lines, postings = [] } = request;
  const faults = [
    ...lines.flatMap((line, index) => listAmountFaults(line, `/lines/${index}`)),
    ...postings.flatMap((posting, index) => listAmountFaults(posting, `/postings/${index}`)),
    ...(canBalance(lines) ? [] : ['/lines cannot balance, whatever the placeholders stand for']),
  ];
  if (faults.length > 0) throw new Refusal('invalid_posting_template', faults);
  return { name, ...(description !== undefined && { description }), lines, postings };
}

function listAmountFaults({ amount, placeholder }: TemplateAmount, pointer: string): string[] {
  if ((amount === undefined) === (placeholder === undefined)) {
    return [`${pointer} must have an amount or a placeholder, and not both`];
  }
  return amount === undefined || parseMinor(amount) > 0n
    ? []
    : [`${pointer}/amount must be above zero`];
}

// Every placeholder stands for an amount of at least one minor unit, the same in each line that names it. Its net is
// how many more debits than credits name it.
function canBalance(lines: readonly TemplateLine[]): boolean {
  let missing = 0n;
  const netOf = new Map<string, bigint>();
  for (const { side, amount, placeholder } of lines) {
    const sign = side === 'DEBIT' ? 1n : -1n;
    if (amount !== undefined) missing -= sign * parseMinor(amount);
    if (placeholder === undefined) continue;
    netOf.set(placeholder, (netOf.get(placeholder) ?? 0n) + sign);
  }
  const nets = [...netOf.values()].filter((net) => net !== 0n);
  const divisor = nets.reduce(findCommonDivisor, 0n);
  if (divisor === 0n) return missing === 0n;
  const rest = nets.reduce((sum, net) => sum - net, missing);
  if (rest % divisor !== 0n) return false;
  const [addsDebits, addsCredits] = [nets.some((net) => net > 0n), nets.some((net) => net < 0n)];
  if (addsDebits && addsCredits) return true;
  const sign = addsDebits ? 1n : -1n;
  return isSumOf(
    (sign * rest) / divisor,
    nets.map((net) => (sign * net) / divisor),
  );
}

function findCommonDivisor(one: bigint, other: bigint): bigint {
  if (other === 0n) return one < 0n ? -one : one;
  return findCommonDivisor(other, one % other);
}

// Whether the amount is a sum of parts, each any number of times. The parts have no common divisor.
function isSumOf(amount: bigint, parts: readonly bigint[]): boolean {
  const largest = parts.reduce((one, other) => (one > other ? one : other));
  // All amounts from here on are (the problem of coins); there are at most a hundred lines, and so ten thousand below.
  if (amount >= largest * largest) return true;
  const sums = new Set([0n]);
  for (let sum = 1n; sum <= amount; sum += 1n) {
    if (parts.some((part) => sums.has(sum - part))) sums.add(sum);
  }
  return sums.has(amount);
}

/** Builds a new template. */
export function createTemplate(id: string, content: TemplateContent, now: Date): PostingTemplate {
  const createdAt = now.toISOString();
  return { id, ...content, version: 1, createdAt, updatedAt: createdAt };
}

/**
 * Returns the template with other content. `version` is the one that the caller has read: refuses another
 * one with posting_template_changed.
 */
export function replaceTemplate(
  template: PostingTemplate,
  content: TemplateContent,
  version: number,
  now: Date,
): PostingTemplate {
  if (version !== template.version) {
    throw new Refusal(
      'posting_template_changed',
      `The template is at version ${template.version}, not ${version}. Read it again.`,
    );
  }
  const { id, createdAt } = template;
  return { id, ...content, createdAt, ...buildNextVersion(template, now) };
}

/** Returns the tombstone of a deleted template. */
export function deleteTemplate(template: PostingTemplate, now: Date): PostingTemplate {
  const next = buildNextVersion(template, now);
  return { ...template, ...next, deletedAt: next.updatedAt };
}

function buildNextVersion({ version, updatedAt }: PostingTemplate, now: Date) {
  return { version: version + 1, updatedAt: latestTime(now, updatedAt).toISOString() };
}

/** Returns the template unless it is missing or deleted. Refuses with posting_template_not_found. */
export function requireTemplate(
  template: PostingTemplate | undefined,
  id: string,
): PostingTemplate {
  if (template !== undefined && template.deletedAt === undefined) return template;
  throw new Refusal(
    'posting_template_not_found',
    `There is no posting template ${id.slice(0, 64)}.`,
  );
}
