// Samples of products and their rules.
import type { OperationName } from '../../functions/operations/operations.ts';
import { buildProductBody, buildRuleBody } from './request-bodies.ts';
import { createSample, buildListSample } from './sample.ts';
import type { Sample, SampleContext } from './sample.ts';

const PRODUCT = 'sample-account';

const rule = buildRuleBody();
const product = buildProductBody(PRODUCT);
const configuration = { body: { jurisdiction: 'EU' } };
const path = { productId: PRODUCT };

const createRule = (context: SampleContext) =>
  createSample(context, 'createRule', { path, body: rule });

const readSharedProduct = (context: SampleContext) =>
  context.once('product', () => createSample(context, 'upsertProduct', { body: product }));

const readSharedRule = (context: SampleContext) => context.once('rule', () => createRule(context));

export const productSamples = {
  listProducts: buildListSample(readSharedProduct),
  upsertProduct: () => ({ body: product }),
  getProduct: async (context) => ({ path: { productId: await readSharedProduct(context) } }),
  getProductConfiguration: async (context) => {
    await context.once('configuration', async () => {
      await context.call('generateProductConfiguration', configuration);
      return 'EU';
    });
    return {};
  },
  generateProductConfiguration: () => configuration,
  listRules: async (context) => ({ path, ...(await buildListSample(readSharedRule)(context)) }),
  createRule: () => ({ path, body: rule }),
  seedDefaultRules: () => ({ path }),
  evaluateRules: () => {
    const posting = { direction: 'DEBIT', amount: '1500.00', currency: 'EUR' };
    return { path, body: { sample: { posting }, rules: [rule] } };
  },
  updateRule: async (context) => ({
    path: { ...path, ruleId: await createRule(context) },
    body: { enabled: false },
  }),
  deleteRule: async (context) => ({ path: { ...path, ruleId: await createRule(context) } }),
} satisfies Partial<Record<OperationName, Sample>>;
