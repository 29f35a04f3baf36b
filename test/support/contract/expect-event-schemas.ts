// The events that stand in receipts, held against the schemas that subscribers are shown.
import { expect } from '@jest/globals';
import { eventsOf } from '../../../functions/ledger/commit/receipt-events.ts';
import { readSchemas } from '../../../tools/contract/schemas.ts';
import { ajvFor, idOf } from '../../../tools/contract/validators.ts';
import { ledgerPlace } from '../../../commands/verification/connect.ts';
import type { Stack } from '../stack/stack.ts';
import { allItems } from '../stack/tables.ts';

/** Expects each event that the stack has committed to be as schemas/events says; answers their types. */
export async function expectEventSchemas({ local }: Stack): Promise<string[]> {
  const ajv = ajvFor(readSchemas(), { validateSchema: false });
  const { receipts_table: table, endpoint } = ledgerPlace(local);
  const events = (await allItems(table, endpoint)).flatMap((receipt) => eventsOf(receipt));
  const wrong = events.flatMap(({ type, payload }) => {
    const validate = ajv.getSchema(idOf(`events/${type}`));
    if (!validate) return [`${type} has no schema`];
    return validate(payload) ? [] : [`${type}: ${ajv.errorsText(validate.errors)}`];
  });
  expect([...new Set(wrong)]).toEqual([]);
  return [...new Set(events.map(({ type }) => type))].sort();
}
