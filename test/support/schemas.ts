// Entity schemas to test with.
import { expect } from '@jest/globals';
import type { Called, CallOptions, Caller } from './ledger.ts';

/** A definition with one field of each type. */
export function beneficialOwner(change: Record<string, unknown> = {}) {
  return {
    entity_name: 'beneficial_owner',
    display_name: 'Beneficial owner',
    fields: [
      { name: 'full_name', type: 'STRING', required: true, maxLength: 20, pattern: '^[A-Z]' },
      { name: 'share', type: 'NUMBER', required: true, description: 'Of the capital, percent.' },
      { name: 'born_on', type: 'DATE', required: false },
      { name: 'is_resident', type: 'BOOLEAN', required: false, default: true },
      { name: 'role', type: 'ENUM', required: false, enum_values: ['OWNER', 'TRUSTEE'] },
      { name: 'customer_id', type: 'REFERENCE', required: false, reference_table: 'customers' },
    ],
    ...change,
  };
}

/** A definition of this name with no fields to speak of. */
export function entity(entity_name: string) {
  return {
    entity_name,
    display_name: 'Anything',
    fields: [{ name: 'a', type: 'STRING', required: true }],
  };
}

/** Creates the schema and gives the answer. */
export async function created(
  { call }: Caller,
  body: unknown,
  options: CallOptions = {},
): Promise<Called> {
  const answer = await call('createSchema', { body, ...options });
  expect(answer.status).toBe(201);
  return answer;
}
