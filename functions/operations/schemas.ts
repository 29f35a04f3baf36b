// Entity schemas: record types that an institution defines.
import { CHANGES_CONFIGURATION } from './row.ts';
import type { Operation } from './row.ts';

// prettier-ignore
export const schemas = {
  listSchemas: {
    route: 'GET /api/schemas', api: 'ledger', area: 'schemas', permission: 'finance.read', success: 200, idempotent: false,
    list: 'array', uses: ['ledger:Query'], refuses: ['invalid_cursor'],
    summary: 'List the entity schemas of the tenant, oldest first, each in its newest version.',
  },
  createSchema: {
    ...CHANGES_CONFIGURATION, route: 'POST /api/schemas', api: 'ledger', area: 'schemas', permission: 'configuration.write', success: 201, idempotent: true,
    locates: 'getSchema', uses: ['ledger:BatchGetItem', 'ledger:PutItem', 'receipts:GetItem', 'receipts:BatchGetItem', 'receipts:PutItem'],
    refuses: ['invalid_schema', 'schema_exists'],
    summary: 'Define an entity: the first version of its schema.',
  },
  importSchema: {
    ...CHANGES_CONFIGURATION, route: 'POST /api/schemas/import', api: 'ledger', area: 'schemas', permission: 'configuration.write', success: 201, idempotent: true,
    locates: 'getSchema', uses: ['ledger:BatchGetItem', 'ledger:PutItem', 'receipts:BatchGetItem', 'receipts:PutItem'],
    refuses: ['invalid_schema'],
    summary: 'Publish the next version of an entity’s schema, or its first.',
  },
  createBusinessRegistrationSchema: {
    ...CHANGES_CONFIGURATION, route: 'POST /api/schemas/presets/business-registration', api: 'ledger', area: 'schemas', permission: 'configuration.write', success: 201, idempotent: true,
    locates: 'getSchema', uses: ['ledger:BatchGetItem', 'ledger:PutItem', 'receipts:GetItem', 'receipts:BatchGetItem', 'receipts:PutItem'],
    refuses: ['schema_exists'],
    summary: 'Define the preset entity business_registration.',
  },
  getSchema: {
    route: 'GET /api/schemas/{schemaId}', api: 'ledger', area: 'schemas', permission: 'finance.read', success: 200, idempotent: false,
    uses: ['ledger:GetItem'], refuses: ['schema_not_found'],
    summary: 'Read an entity schema in its newest version.',
  },
  exportSchema: {
    route: 'GET /api/schemas/{schemaId}/export', api: 'ledger', area: 'schemas', permission: 'finance.read', success: 200, idempotent: false,
    uses: ['ledger:GetItem'], refuses: ['schema_not_found'],
    summary: 'Export an entity schema to import elsewhere, with the JSON Schema that it compiles to.',
  },
} as const satisfies Record<string, Operation>;
