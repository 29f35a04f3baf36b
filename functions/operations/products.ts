// Financial products, their rules and the product configuration of a tenant.
import { CONCERNS_PRODUCT } from './row.ts';
import type { Operation } from './row.ts';

// prettier-ignore
export const products = {
  listProducts: {
    route: 'GET /api/products', api: 'ledger', area: 'products', permission: 'finance.read', success: 200, idempotent: false,
    list: 'array', uses: ['ledger:Query'], refuses: ['invalid_cursor'],
    summary: 'List the products of the tenant by id, each in its newest version.',
  },
  upsertProduct: {
    ...CONCERNS_PRODUCT, route: 'POST /api/products', api: 'ledger', area: 'products', permission: 'configuration.write', success: 201, idempotent: true,
    locates: 'getProduct', uses: ['ledger:BatchGetItem', 'ledger:Query', 'ledger:PutItem', 'ledger:ConditionCheckItem', 'projections:GetItem', 'projections:Query', 'receipts:GetItem', 'receipts:BatchGetItem', 'receipts:PutItem'],
    refuses: ['invalid_product', 'control_account_fixed', 'projection_not_built'],
    summary: 'Publish the next version of a product, or its first.',
  },
  getProductConfiguration: {
    route: 'GET /api/products/config', api: 'ledger', area: 'products', permission: 'finance.read', success: 200, idempotent: false,
    uses: ['ledger:GetItem', 'ledger:BatchGetItem'], refuses: ['product_configuration_not_found'],
    summary: 'Read the generated product configuration with the current versions of its products.',
  },
  generateProductConfiguration: {
    ...CONCERNS_PRODUCT, route: 'POST /api/products/config/generate', api: 'ledger', area: 'products', permission: 'configuration.write', success: 201, idempotent: true,
    locates: 'getProductConfiguration', uses: ['ledger:BatchGetItem', 'ledger:Query', 'ledger:PutItem', 'ledger:ConditionCheckItem', 'projections:GetItem', 'projections:Query', 'receipts:GetItem', 'receipts:BatchGetItem', 'receipts:PutItem'],
    refuses: ['control_account_fixed', 'projection_not_built'],
    summary: 'Publish the products of a jurisdiction’s template.',
  },
  getProduct: {
    route: 'GET /api/products/{productId}', api: 'ledger', area: 'products', permission: 'finance.read', success: 200, idempotent: false,
    uses: ['ledger:GetItem'], refuses: ['product_not_found'],
    summary: 'Read a product in its newest version.',
  },
  listRules: {
    route: 'GET /api/products/{productId}/rules', api: 'ledger', area: 'products', permission: 'finance.read', success: 200, idempotent: false,
    list: 'array', uses: ['ledger:Query'], refuses: ['invalid_cursor'],
    summary: 'List the rules of a product by id.',
  },
  createRule: {
    ...CONCERNS_PRODUCT, route: 'POST /api/products/{productId}/rules', api: 'ledger', area: 'products', permission: 'configuration.write', success: 201, idempotent: true,
    uses: ['ledger:BatchGetItem', 'ledger:Query', 'ledger:PutItem', 'receipts:GetItem', 'receipts:BatchGetItem', 'receipts:PutItem'],
    refuses: ['invalid_expression', 'invalid_rule', 'rule_exists', 'too_many_rules'],
    summary: 'Add a rule for the postings and loan transactions of a product.',
  },
  seedDefaultRules: {
    ...CONCERNS_PRODUCT, route: 'POST /api/products/{productId}/rules/defaults', api: 'ledger', area: 'products', permission: 'configuration.write', success: 201, idempotent: true,
    uses: ['ledger:BatchGetItem', 'ledger:Query', 'ledger:PutItem', 'receipts:BatchGetItem', 'receipts:PutItem'], refuses: ['too_many_rules'],
    summary: 'Restore the default rules that a product lacks.',
  },
  evaluateRules: {
    route: 'POST /api/products/{productId}/rules/evaluate', api: 'ledger', area: 'products', permission: 'finance.read', success: 200, idempotent: false,
    uses: ['ledger:Query', 'ledger:BatchGetItem'], refuses: [],
    summary: 'Try rules, stored or given, on a sample and on the newest postings; nothing is written.',
  },
  updateRule: {
    ...CONCERNS_PRODUCT, route: 'PUT /api/products/{productId}/rules/{ruleId}', api: 'ledger', area: 'products', permission: 'configuration.write', success: 200, idempotent: true,
    uses: ['ledger:BatchGetItem', 'ledger:PutItem', 'receipts:GetItem', 'receipts:BatchGetItem', 'receipts:PutItem'],
    refuses: ['invalid_expression', 'invalid_rule', 'rule_not_found'],
    summary: 'Change a rule.',
  },
  deleteRule: {
    ...CONCERNS_PRODUCT, route: 'DELETE /api/products/{productId}/rules/{ruleId}', api: 'ledger', area: 'products', permission: 'configuration.write', success: 200, idempotent: true,
    uses: ['ledger:BatchGetItem', 'ledger:PutItem', 'receipts:GetItem', 'receipts:BatchGetItem', 'receipts:PutItem'],
    refuses: ['rule_not_found'],
    summary: 'Delete a rule.',
  },
} as const satisfies Record<string, Operation>;
