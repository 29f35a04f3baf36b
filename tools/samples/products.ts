// Samples of products and their rules.
import type { OperationName } from '../../functions/operations/operations.ts';
import { made, pageOf } from './sample.ts';
import type { Sample, World } from './sample.ts';

const PRODUCT = 'sample-account';

const rule = {
  rule_type: 'LIMIT',
  condition: 'posting.direction == "DEBIT" && amount > 1000.00',
  action: { type: 'DENY', message: 'No more than 1000.00 at once.' },
};

const product = { id: PRODUCT, type: 'CURRENT_ACCOUNT', config: { overdraft_limit: '100.00' } };
const configuration = { body: { jurisdiction: 'EU' } };
const path = { productId: PRODUCT };

const newRule = (world: World) => made(world, 'createRule', { path, body: rule });

const sharedProduct = (world: World) =>
  world.once('product', () => made(world, 'upsertProduct', { body: product }));

const sharedRule = (world: World) => world.once('rule', () => newRule(world));

export const productSamples = {
  listProducts: pageOf(sharedProduct),
  upsertProduct: () => ({ body: product }),
  getProduct: async (world) => ({ path: { productId: await sharedProduct(world) } }),
  getProductConfiguration: async (world) => {
    await world.once('configuration', async () => {
      await world.call('generateProductConfiguration', configuration);
      return 'EU';
    });
    return {};
  },
  generateProductConfiguration: () => configuration,
  listRules: async (world) => ({ path, ...(await pageOf(sharedRule)(world)) }),
  createRule: () => ({ path, body: rule }),
  seedDefaultRules: () => ({ path }),
  evaluateRules: () => {
    const posting = { direction: 'DEBIT', amount: '1500.00', currency: 'EUR' };
    return { path, body: { sample: { posting }, rules: [rule] } };
  },
  updateRule: async (world) => ({
    path: { ...path, ruleId: await newRule(world) },
    body: { enabled: false },
  }),
  deleteRule: async (world) => ({ path: { ...path, ruleId: await newRule(world) } }),
} satisfies Partial<Record<OperationName, Sample>>;
