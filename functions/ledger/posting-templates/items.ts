// How posting templates are keyed and stored, and mapped to views.
import type { PostingTemplate } from '../../domain/journal/posting-templates.ts';
import type { RecordKind } from '../record-kinds.ts';
import { count, json, readOptionalText, sortKey, text } from '../store/field-kinds.ts';
import { fields } from '../store/fields.ts';
import { keys } from '../store/keys.ts';
import type { Key } from '../store/keys.ts';

const KIND = 'PTM' satisfies RecordKind;

export const templateKeys = {
  /** Posting templates, in one partition: a tenant has few. */
  template: (tenant: string, id: string): Key => ({ PK: templateKeys.templates(tenant), SK: id }),
  templates: (tenant: string): string => `${keys.tenant(tenant)}${KIND}`,
};

export const postingTemplateFields = fields<PostingTemplate>()({
  id: sortKey(),
  name: text('name'),
  description: readOptionalText(text('description')),
  lines: json('lines'),
  postings: json('postings'),
  version: count('version'),
  createdAt: text('created_at'),
  updatedAt: text('updated_at'),
  deletedAt: readOptionalText(text('deleted_at')),
});
