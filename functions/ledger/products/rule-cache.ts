// What posting needs of products: their terms and compiled rules, kept for a few seconds in each
// container, so that a posting asks the store for them once in a while and not each time.
import { defaultTerms, termsOf } from '../../domain/products/products.ts';
import type { AdjustmentBasis } from '../../domain/requests/adjustments.ts';
import type { ProductTerms } from '../../domain/products/products.ts';
import type { Policies, ProductPolicy } from '../../domain/rules/judgement.ts';
import type { Rule } from '../../domain/rules/rules.ts';
import { keys } from '../store/keys.ts';
import { productFields, ruleFields } from './items.ts';
import type { Item } from '../store/item.ts';
import type { Session } from '../commit/session.ts';
import { query } from '../store/shards.ts';

/** A change is to be in force everywhere within 10 s of its commit; a request under way takes the rest. */
export const KEPT_MS = 5_000;
/** Products that one container keeps. */
const KEPT_MAX = 1_000;

interface Kept {
  readonly readAt: number;
  readonly policy: Promise<ProductPolicy>;
}

const kept = new Map<string, Kept>();

/**
 * The policies of the products, by id; of one that does not exist, the defaults. None but the ones
 * not read within the last seconds cost a request, one each.
 */
export async function readPolicies(
  session: Session,
  productIds: readonly string[],
  now: Date,
): Promise<Policies> {
  const ids = [...new Set(productIds)];
  const policies = await Promise.all(ids.map((id) => policyOf(session, id, now.getTime())));
  return new Map(ids.map((id, index) => [id, policies[index] as ProductPolicy]));
}

/** What products grant the accounts and the loan that an adjustment touches, as readPolicies reads. */
export async function readTermsOf(
  session: Session,
  { accounts, loan }: Pick<AdjustmentBasis, 'accounts' | 'loan'>,
  now: Date,
): Promise<(productId: string) => ProductTerms> {
  const ids = [...accounts.values()].map(({ productId }) => productId);
  const policies = await readPolicies(session, loan ? [...ids, loan.terms.productId] : ids, now);
  return (productId) => policies.get(productId)?.terms ?? defaultTerms;
}

function policyOf(session: Session, id: string, now: number): Promise<ProductPolicy> {
  const partition = keys.productParts(session.tenant, id);
  const name = `${session.store.ledgerTable} ${partition}`;
  const known = kept.get(name);
  if (known && now >= known.readAt && now - known.readAt < KEPT_MS) return known.policy;
  if (kept.size >= KEPT_MAX) kept.clear();
  const policy = readPolicy(session, partition);
  kept.set(name, { readAt: now, policy });
  // A failure is not kept: the next request asks again.
  policy.catch(() => kept.delete(name));
  return policy;
}

async function readPolicy(session: Session, partition: string): Promise<ProductPolicy> {
  const items = await readParts(session, partition);
  const product = items.find(({ SK }) => SK === 'P');
  const rules = items
    .filter(({ SK }) => SK !== 'P')
    .map(ruleFields.fromItem)
    .filter(({ deletedAt }) => deletedAt === undefined);
  return {
    terms: product ? termsOf(productFields.fromItem(product)) : defaultTerms,
    rules: rules.length > 0 ? await compiled(rules) : [],
  };
}

// The grammar of CEL is worth loading only where there is a rule.
async function compiled(rules: readonly Rule[]) {
  const { compileRules } = await import('../../domain/rules/compiled-rules.ts');
  return compileRules(rules);
}

async function readParts({ store }: Session, partition: string): Promise<Item[]> {
  const items: Item[] = [];
  let from: Record<string, unknown> | undefined;
  do {
    const page = await query(store, {
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
