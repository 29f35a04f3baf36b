// The codes that control accounts or loans of a tenant, cached for a few seconds in each container: a
// line on any of them must come with postings, also if the entry posts on no account of its product.
import { DEFAULT_CONTROL_CODES } from '../../domain/journal/control-accounts.ts';
import { listControlCodes } from '../../domain/loans/ledger-accounts.ts';
import { readProductTerms } from '../../domain/products/products.ts';
import { listControlledGroups } from '../../domain/projections/tie-out.ts';
import type { ControlledGroup } from '../../domain/projections/tie-out.ts';
import type { Session } from '../commit/session.ts';
import { productFields } from '../products/items.ts';
import { keys } from '../store/keys.ts';
import { runWholeQuery } from '../store/merged-lists.ts';
import { TimedCache } from '../timed-cache.ts';

/** Tenants whose codes one container caches. */
const TENANTS_MAX = 1_000;

const cachedCodes = new TimedCache<ReadonlySet<string>>(TENANTS_MAX);

/**
 * The control codes of all products in their newest versions, and the default codes: no request while
 * they are in the cache, otherwise one, and one for each further megabyte of products.
 */
export function readControlCodes(session: Session, now: Date): Promise<ReadonlySet<string>> {
  const name = `${session.store.ledgerTable} ${session.tenant}`;
  return cachedCodes.read(name, now, () => readProductCodes(session));
}

async function readProductCodes(session: Session): Promise<ReadonlySet<string>> {
  const products = await readAllTerms(session);
  const codes = products.flatMap(({ terms }) => listControlCodes(terms.ledgerAccounts));
  return new Set([...DEFAULT_CONTROL_CODES, ...codes]);
}

/** The control codes that any version of the products named: one request for each product. */
export async function readFormerControlCodes(
  { store, tenant }: Session,
  productIds: ReadonlySet<string>,
): Promise<readonly string[]> {
  const versions = await Promise.all(
    [...productIds].map((id) =>
      runWholeQuery(store, {
        TableName: store.ledgerTable,
        KeyConditionExpression: 'PK = :product AND SK BETWEEN :first AND :afterLast',
        ExpressionAttributeValues: {
          ':product': keys.productParts(tenant, id),
          ':first': 'V#',
          ':afterLast': 'V$',
        },
        ConsistentRead: true,
      }),
    ),
  );
  const products = versions.flat().map((item) => productFields.fromItem(item));
  return products.flatMap((product) => listControlCodes(readProductTerms(product).ledgerAccounts));
}

/**
 * What each code controls, by the newest versions of all products: one request, and one for each further
 * megabyte of products.
 */
export async function readControlledGroups(
  session: Session,
): Promise<ReadonlyMap<string, readonly ControlledGroup[]>> {
  return listControlledGroups(await readAllTerms(session));
}

async function readAllTerms({ store, tenant }: Session) {
  const items = await runWholeQuery(store, {
    TableName: store.ledgerTable,
    KeyConditionExpression: 'PK = :products',
    ExpressionAttributeValues: { ':products': keys.products(tenant) },
    ConsistentRead: true,
  });
  return items.map((item) => {
    const product = productFields.fromItem(item);
    return { id: product.id, terms: readProductTerms(product) };
  });
}
