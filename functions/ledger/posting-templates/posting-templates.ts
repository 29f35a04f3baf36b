// Reads and writes of posting templates. Every read is strongly consistent.
import { requireTemplate } from '../../domain/journal/posting-templates.ts';
import type { PostingTemplate } from '../../domain/journal/posting-templates.ts';
import type { Write } from '../commit/commit.ts';
import { buildVersionedWrite } from '../commit/conditional-writes.ts';
import { readToDecide } from '../commit/read-to-decide.ts';
import type { Session } from '../commit/session.ts';
import { getItem } from '../store/batch-get.ts';
import { isId } from '../store/ids.ts';
import type { Item } from '../store/item.ts';
import { ANSWER_BYTES_MAX, countAnswerBytes, listPartition } from '../store/merged-lists.ts';
import { toPage } from '../store/pages.ts';
import type { Page, PageRequest } from '../store/pages.ts';
import { postingTemplateFields, templateKeys } from './items.ts';

/** One template: one request. Refuses with posting_template_not_found. */
export async function readTemplate(session: Session, id: string): Promise<PostingTemplate> {
  const key = templateKeys.template(session.tenant, id);
  return fromTemplateItem(id, isId('ptm', id) ? await getItem(session, key) : undefined);
}

/** The template that a mutation changes, read by readToDecide. Refuses with posting_template_not_found. */
export async function readTemplateToChange(session: Session, id: string): Promise<PostingTemplate> {
  const wanted = isId('ptm', id) ? [templateKeys.template(session.tenant, id)] : [];
  const [item] = await readToDecide(session, wanted);
  return fromTemplateItem(id, item);
}

function fromTemplateItem(id: string, item: Item | undefined): PostingTemplate {
  return requireTemplate(item && postingTemplateFields.fromItem(item), id);
}

/** Deleted templates stay: a page that met some reads on by so many, not one by one. */
const READ_MIN = 100;

/**
 * A page of templates by the time of their creation: one request, or more if hundreds were deleted or are large. It has
 * at most ANSWER_BYTES_MAX and one template.
 */
export async function listTemplates(
  { store, tenant }: Session,
  { order, after, limit }: PageRequest,
): Promise<Page<PostingTemplate>> {
  const partition = templateKeys.templates(tenant);
  const templates: PostingTemplate[] = [];
  let position = after;
  let bytesLeft = ANSWER_BYTES_MAX;
  for (let size = limit; ; size = Math.max(limit, READ_MIN)) {
    const rest = order === 'oldest first' ? { after: position } : { before: position };
    const range = { partition, ...rest, order, bytesMax: bytesLeft };
    const { items, hasMore } = await listPartition(store, range, size);
    const read = items.map(postingTemplateFields.fromItem);
    const present = read.filter(({ deletedAt }) => deletedAt === undefined);
    templates.push(...present);
    if (templates.length > limit)
      return toPage(templates.slice(0, limit), true, templates[limit - 1]?.id);
    bytesLeft -= countAnswerBytes(present);
    position = read.at(-1)?.id;
    const isFull = templates.length >= limit || bytesLeft <= 0;
    if (!hasMore || isFull) return toPage(templates, hasMore, position);
  }
}

/** Adds the template, or replaces it, provided that it has not changed meanwhile. */
export function buildTemplateWrite(session: Session, template: PostingTemplate): Write {
  const key = templateKeys.template(session.tenant, template.id);
  const item = postingTemplateFields.toItem(key, template);
  return buildVersionedWrite(session, item, template.version);
}
