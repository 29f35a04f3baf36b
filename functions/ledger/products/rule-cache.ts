// The terms and compiled rules of products, cached for a few seconds in each container, so that not
// every posting reads them from the store.
import { DEFAULT_TERMS, readProductTerms } from '../../domain/products/products.ts';
import type { AdjustmentRecords } from '../../domain/requests/adjustments.ts';
import type { ProductTerms } from '../../domain/products/products.ts';
import type { ProductRulesById, ProductRules } from '../../domain/rules/product-rules.ts';
import type { Rule } from '../../domain/rules/rules.ts';
import { keys } from '../store/keys.ts';
import { productFields, ruleFields } from './items.ts';
import type { Item } from '../store/item.ts';
import type { Session } from '../commit/session.ts';
import { runWholeQuery } from '../store/merged-lists.ts';
import { TimedCache } from '../timed-cache.ts';

/** Products that one container caches. */
const PRODUCTS_MAX = 1_000;

const cachedRules = new TimedCache<ProductRules>(PRODUCTS_MAX);

/**
 * The terms and rules of the products, by id; the defaults for a product that does not exist. Costs one
 * request for each product that is not in the cache.
 */
export async function readProductRules(
  session: Session,
  productIds: readonly string[],
  now: Date,
): Promise<ProductRulesById> {
  const ids = [...new Set(productIds)];
  const rules = await Promise.all(ids.map((id) => readCachedRules(session, id, now)));
  return new Map(ids.map((id, index) => [id, rules[index] as ProductRules]));
}

/** The product terms of the accounts and the loan of an adjustment, read by readProductRules. */
export async function readTermsToAdjust(
  session: Session,
  { accounts, loan }: Pick<AdjustmentRecords, 'accounts' | 'loan'>,
  now: Date,
): Promise<(productId: string) => ProductTerms> {
  const ids = [...accounts.values()].map(({ productId }) => productId);
  const rulesById = await readProductRules(
    session,
    loan ? [...ids, loan.terms.productId] : ids,
    now,
  );
  return (productId) => rulesById.get(productId)?.terms ?? DEFAULT_TERMS;
}

function readCachedRules(session: Session, id: string, now: Date): Promise<ProductRules> {
  const partition = keys.productParts(session.tenant, id);
  const name = `${session.store.ledgerTable} ${partition}`;
  return cachedRules.read(name, now, () => readRulesOfProduct(session, partition));
}

async function readRulesOfProduct(session: Session, partition: string): Promise<ProductRules> {
  const items = await readProductItems(session, partition);
  const product = items.find(({ SK }) => SK === 'P');
  const rules = items
    .filter(({ SK }) => SK !== 'P')
    .map(ruleFields.fromItem)
    .filter(({ deletedAt }) => deletedAt === undefined);
  return {
    terms: product ? readProductTerms(productFields.fromItem(product)) : DEFAULT_TERMS,
    rules: rules.length > 0 ? await compileStoredRules(rules) : [],
  };
}

// Load CEL's grammar only if there is a rule to compile.
async function compileStoredRules(rules: readonly Rule[]) {
  const { compileRules } = await import('../../domain/rules/compiled-rules.ts');
  return compileRules(rules);
}

function readProductItems({ store }: Session, partition: string): Promise<Item[]> {
  return runWholeQuery(store, {
    TableName: store.ledgerTable,
    KeyConditionExpression: 'PK = :partition AND SK BETWEEN :product AND :afterRules',
    ExpressionAttributeValues: {
      ':partition': partition,
      ':product': 'P',
      ':afterRules': 'R$',
    },
    ConsistentRead: true,
  });
}
