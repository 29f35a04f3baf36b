// How the controls of a tenant are stored and mapped to views.
import type { Controls } from '../../domain/controls/controls.ts';
import { NO_CONTROLS } from '../../domain/controls/controls.ts';
import { count, json, readOptionalText, text } from '../store/field-kinds.ts';
import { fields } from '../store/fields.ts';
import type { Item } from '../store/item.ts';

export const controlsFields = fields<Controls>()({
  controls: json('controls'),
  version: count('version'),
  updatedAt: readOptionalText(text('updated_at')),
});

/** The controls of an item; none without it. */
export function fromControlsItem(item: Item | undefined): Controls {
  return item ? controlsFields.fromItem(item) : NO_CONTROLS;
}
