// Checks the events in receipts against their published schemas.
import { expect } from '@jest/globals';
import { readStoredEvents } from '../../../functions/ledger/commit/receipt-events.ts';
import { readSchemas } from '../../../tools/contract/schemas.ts';
import { buildAjv, buildSchemaId } from '../../../tools/contract/validators.ts';
import { buildLedgerConnection } from '../../../commands/verification/connect.ts';
import type { TestStack } from '../stack/stack.ts';
import { readAllItems } from '../stack/tables.ts';

/**
 * Expects each committed event of the stack to match schemas/events; returns the types of the
 * events.
 */
export async function expectEventSchemas({ local }: TestStack): Promise<string[]> {
  const ajv = buildAjv(readSchemas(), { validateSchema: false });
  const { receipts_table: table, endpoint } = buildLedgerConnection(local);
  const events = (await readAllItems(table, endpoint)).flatMap((receipt) =>
    readStoredEvents(receipt),
  );
  const wrong = events.flatMap(({ type, payload }) => {
    const validate = ajv.getSchema(buildSchemaId(`events/${type}`));
    if (!validate) return [`${type} has no schema`];
    return validate(payload) ? [] : [`${type}: ${ajv.errorsText(validate.errors)}`];
  });
  expect([...new Set(wrong)]).toEqual([]);
  return [...new Set(events.map(({ type }) => type))].sort();
}
