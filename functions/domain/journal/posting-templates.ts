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

// Every placeholder stands for an amount above zero, the same in each line that names it.
function canBalance(lines: readonly TemplateLine[]): boolean {
  let missingDebits = 0n;
  const nets = new Map<string, number>();
  for (const { side, amount, placeholder } of lines) {
    const isDebit = side === 'DEBIT';
    const fixed = amount === undefined ? 0n : parseMinor(amount);
    missingDebits += isDebit ? -fixed : fixed;
    if (placeholder === undefined) continue;
    nets.set(placeholder, (nets.get(placeholder) ?? 0) + (isDebit ? 1 : -1));
  }
  const [addsDebits, addsCredits] = [
    [...nets.values()].some((net) => net > 0),
    [...nets.values()].some((net) => net < 0),
  ];
  if (addsDebits && addsCredits) return true;
  if (addsDebits) return missingDebits > 0n;
  return addsCredits ? missingDebits < 0n : missingDebits === 0n;
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
