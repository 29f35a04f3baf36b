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

/** A rule of the first product. */
export const sharedRule = { path, body: rule };

/** Fewer than a product may have. */
const RULES_OF_A_PRODUCT = 20;
const ruleCounts = new WeakMap<SampleContext, number>();

// Samples run any number of times: when a product has its rules, the next ones get another product.
function chooseProduct(context: SampleContext): { readonly productId: string } {
  const count = ruleCounts.get(context) ?? 0;
  ruleCounts.set(context, count + 1);
  const full = Math.floor(count / RULES_OF_A_PRODUCT);
  return full === 0 ? path : { productId: `${PRODUCT}-${full}` };
}

async function createRule(context: SampleContext) {
  const chosen = chooseProduct(context);
  const ruleId = await createSample(context, 'createRule', { path: chosen, body: rule });
  return { ...chosen, ruleId };
}

const readSharedProduct = (context: SampleContext) =>
  context.once('product', () => createSample(context, 'upsertProduct', { body: product }));

const readSharedRule = (context: SampleContext) =>
  context.once('rule', () => createSample(context, 'createRule', sharedRule));

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
  createRule: (context) => ({ path: chooseProduct(context), body: rule }),
  seedDefaultRules: () => ({ path }),
  evaluateRules: () => {
    const posting = { direction: 'DEBIT', amount: '1500.00', currency: 'EUR' };
    return { path, body: { sample: { posting }, rules: [rule] } };
  },
  updateRule: async (context) => ({
    path: await createRule(context),
    body: { enabled: false },
  }),
  deleteRule: async (context) => ({ path: await createRule(context) }),
} satisfies Partial<Record<OperationName, Sample>>;
