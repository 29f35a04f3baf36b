// Reads of products and rules. Every read is strongly consistent and makes a known number of requests.
import type { Product } from '../../domain/products/products.ts';
import { describeMissingProduct } from '../../domain/products/products.ts';
import type { ProductConfiguration } from '../../domain/products/templates.ts';
import { Refusal } from '../../domain/refusals/refusals.ts';
import { requireRule, RULES_MAX } from '../../domain/rules/rules.ts';
import type { Rule } from '../../domain/rules/rules.ts';
import { isShort } from '../../domain/values/text-patterns.ts';
import { batchGet, getItem } from '../store/batch-get.ts';
import { keys } from '../store/keys.ts';
import { configurationFields, productFields, ruleFields } from './items.ts';
import { readToDecide } from '../commit/read-to-decide.ts';
import { listPartition } from '../store/merged-lists.ts';
import { toPage } from '../store/pages.ts';
import type { Page } from '../store/pages.ts';
import type { Session } from '../commit/session.ts';

const ID_CHARACTERS_MAX = 128;

/** Ids of products and rules have 1 to 128 characters; any other id is unknown. */
function isProductId(id: string): boolean {
  return id !== '' && isShort(id, ID_CHARACTERS_MAX);
}

/** The newest version of a product: one request. Refuses with product_not_found. */
export async function readProduct(session: Session, id: string): Promise<Product> {
  const key = keys.product(session.tenant, id);
  const item = isProductId(id) ? await getItem(session, key) : undefined;
  if (!item) throw new Refusal('product_not_found', describeMissingProduct(id));
  return productFields.fromItem(item);
}

/** The newest versions of these products, by id: one request for 100 of them. Omits unknown products. */
export async function readProducts(
  { store, tenant }: Session,
  ids: readonly string[],
): Promise<Map<string, Product>> {
  const wanted = [...new Set(ids)].filter(isProductId).map((id) => keys.product(tenant, id));
  const items = await batchGet(store, store.ledgerTable, wanted);
  return new Map(items.map(productFields.fromItem).map((product) => [product.id, product]));
}

/** A page of products in the order of their ids: one request. */
export async function listProducts(
  session: Session,
  after: string | undefined,
  limit: number,
): Promise<Page<Product>> {
  const { tenant } = session;
  const partition = keys.products(tenant);
  const { items, hasMore } = await listPartition(session.store, { partition, after }, limit);
  const products = items.map(productFields.fromItem);
  return toPage(products, hasMore, items.at(-1)?.SK);
}

/**
 * The tenant's configuration and the newest versions of its products: two requests. Refuses with
 * product_configuration_not_found.
 */
export async function readConfiguration(
  session: Session,
): Promise<{ configuration: ProductConfiguration; products: readonly Product[] }> {
  const { tenant, store } = session;
  const item = await getItem(session, keys.productConfiguration(tenant));
  if (!item) {
    const sentence = 'No product configuration has been generated yet.';
    throw new Refusal('product_configuration_not_found', sentence);
  }
  const configuration = configurationFields.fromItem(item);
  const wanted = configuration.productIds.map((id) => keys.product(tenant, id));
  const found = await batchGet(store, store.ledgerTable, wanted);
  const products = found.map(productFields.fromItem);
  const position = ({ id }: Product) => configuration.productIds.indexOf(id);
  return { configuration, products: products.toSorted((a, b) => position(a) - position(b)) };
}

/** Deleted rules stay: a page that met some reads on by so many, not one by one. */
const READ_MIN = 100;

/** A page of a product's rules in the order of their ids: one request, or more if hundreds were deleted. */
export async function listRules(
  session: Session,
  productId: string,
  after: string | undefined,
  limit: number,
): Promise<Page<Rule>> {
  if (!isProductId(productId)) return { items: [] };
  const partition = keys.productParts(session.tenant, productId);
  const rules: Rule[] = [];
  let from = after;
  for (let size = limit; ; size = Math.max(limit, READ_MIN)) {
    const range = { partition, after: `R#${from ?? ''}`, before: 'R$' };
    const { items, hasMore } = await listPartition(session.store, range, size);
    const read = items.map(ruleFields.fromItem);
    rules.push(...read.filter(({ deletedAt }) => deletedAt === undefined));
    if (rules.length > limit) return toPage(rules.slice(0, limit), true, rules[limit - 1]?.id);
    from = read.at(-1)?.id;
    if (!hasMore || rules.length === limit) return toPage(rules, hasMore, from);
  }
}

/** All rules of a product: one request for each megabyte. */
export async function readRules(session: Session, productId: string): Promise<Rule[]> {
  const rules: Rule[] = [];
  let after: string | undefined;
  do {
    const page = await listRules(session, productId, after, 1_000);
    rules.push(...page.items);
    after = page.next;
  } while (after !== undefined);
  return rules;
}

/** The number of a product's rules, counted up to RULES_MAX: one request, or more if hundreds were deleted. */
export async function countRules(session: Session, productId: string): Promise<number> {
  return (await listRules(session, productId, undefined, RULES_MAX)).items.length;
}

/** The rules of these ids, including deleted ones, read by readToDecide. */
export async function readRulesToDecide(
  session: Session,
  productId: string,
  ids: readonly string[],
): Promise<Map<string, Rule>> {
  const wanted = ids.map((id) => keys.rule(session.tenant, productId, id));
  const rules = (await readToDecide(session, wanted)).map(ruleFields.fromItem);
  return new Map(rules.map((rule) => [rule.id, rule]));
}

/** A rule as it is stored, deleted ones too: one request. Refuses with rule_not_found. */
export async function readRuleRecord(
  session: Session,
  productId: string,
  ruleId: string,
): Promise<Rule> {
  const isKnown = isProductId(productId) && isProductId(ruleId);
  const key = keys.rule(session.tenant, productId, ruleId);
  const item = isKnown ? await getItem(session, key) : undefined;
  return item ? ruleFields.fromItem(item) : requireRule(undefined, ruleId);
}

/** The rule that a mutation changes, read by readToDecide. Refuses with rule_not_found. */
export async function readRuleToChange(
  session: Session,
  { productId, ruleId }: { productId: string; ruleId: string },
): Promise<Rule> {
  const isKnown = isProductId(productId) && isProductId(ruleId);
  const rules = await readRulesToDecide(session, productId, isKnown ? [ruleId] : []);
  return requireRule(rules.get(ruleId), ruleId);
}
