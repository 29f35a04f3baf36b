// What posting needs of products: their terms and compiled rules, kept for a few seconds in each
// container, so that a posting asks the store for them once in a while and not each time.
import { DEFAULT_TERMS, readProductTerms } from '../../domain/products/products.ts';
import type { AdjustmentRecords } from '../../domain/requests/adjustments.ts';
import type { ProductTerms } from '../../domain/products/products.ts';
import type { ProductRulesById, ProductRules } from '../../domain/rules/rule-evaluation.ts';
import type { Rule } from '../../domain/rules/rules.ts';
import { keys } from '../store/keys.ts';
import { productFields, ruleFields } from './items.ts';
import type { Item } from '../store/item.ts';
import type { Session } from '../commit/session.ts';
import { runQuery } from '../store/merged-lists.ts';

/** A change is to be in force everywhere within 10 s of its commit; a request under way takes the rest. */
export const CACHE_MS = 5_000;
/** Products that one container keeps. */
const CACHE_ENTRIES_MAX = 1_000;

interface CachedRules {
  readonly readAt: number;
  readonly rules: Promise<ProductRules>;
}

const cachedRules = new Map<string, CachedRules>();

/**
 * The policies of the products, by id; of one that does not exist, the defaults. None but the ones
 * not read within the last seconds cost a request, one each.
 */
export async function readProductRules(
  session: Session,
  productIds: readonly string[],
  now: Date,
): Promise<ProductRulesById> {
  const ids = [...new Set(productIds)];
  const policies = await Promise.all(ids.map((id) => readCachedRules(session, id, now.getTime())));
  return new Map(ids.map((id, index) => [id, policies[index] as ProductRules]));
}

/** What products grant the accounts and the loan that an adjustment touches, as readProductRules reads. */
export async function readTermsToAdjust(
  session: Session,
  { accounts, loan }: Pick<AdjustmentRecords, 'accounts' | 'loan'>,
  now: Date,
): Promise<(productId: string) => ProductTerms> {
  const ids = [...accounts.values()].map(({ productId }) => productId);
  const policies = await readProductRules(
    session,
    loan ? [...ids, loan.terms.productId] : ids,
    now,
  );
  return (productId) => policies.get(productId)?.terms ?? DEFAULT_TERMS;
}

function readCachedRules(session: Session, id: string, now: number): Promise<ProductRules> {
  const partition = keys.productParts(session.tenant, id);
  const name = `${session.store.ledgerTable} ${partition}`;
  const known = cachedRules.get(name);
  if (known && now >= known.readAt && now - known.readAt < CACHE_MS) return known.rules;
  if (cachedRules.size >= CACHE_ENTRIES_MAX) cachedRules.clear();
  const policy = readRulesOfProduct(session, partition);
  cachedRules.set(name, { readAt: now, rules: policy });
  // A failure is not kept: the next request asks again.
  policy.catch(() => cachedRules.delete(name));
  return policy;
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

// The grammar of CEL is worth loading only where there is a rule.
async function compileStoredRules(rules: readonly Rule[]) {
  const { compileRules } = await import('../../domain/rules/compiled-rules.ts');
  return compileRules(rules);
}

async function readProductItems({ store }: Session, partition: string): Promise<Item[]> {
  const items: Item[] = [];
  let from: Record<string, unknown> | undefined;
  do {
    const page = await runQuery(store, {
      TableName: store.ledgerTable,
      KeyConditionExpression: 'PK = :partition AND SK BETWEEN :product AND :afterRules',
      ExpressionAttributeValues: {
        ':partition': partition,
        ':product': 'P',
        ':afterRules': 'R$',
      },
      ConsistentRead: true,
      ...(from && { ExclusiveStartKey: from }),
    });
    items.push(...page.Items);
    from = page.LastEvaluatedKey;
  } while (from);
  return items;
}
