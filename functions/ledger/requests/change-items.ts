// How change requests are stored and mapped to views.
import type { ChangeRequest } from '../../domain/requests/change-requests.ts';
import { json, readOptionalText, text } from '../store/field-kinds.ts';
import { fields } from '../store/fields.ts';
import type { Item } from '../store/item.ts';
import { requestKeys, requestRows } from './items.ts';

export const changeRequestFields = fields<ChangeRequest>()({
  operation: text('operation'),
  request: json('request'),
  control: readOptionalText(json('control')),
  result: readOptionalText(json('result')),
  failureCode: readOptionalText(text('failure_code')),
  ...requestRows,
});

/** The subject by which change requests are found is their operation. */
export function toChangeRequestItem(tenant: string, request: ChangeRequest): Item {
  const { operation: subject } = request;
  return {
    ...requestKeys(tenant, { kind: 'CHG', subject }, request),
    ...changeRequestFields.toAttributes(request),
  } as Item;
}
