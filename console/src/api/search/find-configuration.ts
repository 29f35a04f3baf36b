// Finds products, rules, schemas and workflows by their identifiers and names: institutions have few of them.
import type { LedgerClient } from '../../../../client/client.ts';
import { requireData } from '../api-failure.ts';

const PAGE_SIZE = 100;

/** Returns the address of the page; undefined if nothing of the configuration has this identifier or name. */
export async function findConfiguration(
  ledger: LedgerClient,
  typed: string,
  find: (id: string) => string | undefined,
): Promise<string | undefined> {
  const named = typed.toLowerCase();
  const isNamed = (...names: readonly string[]) =>
    names.some((name) => name.toLowerCase() === named);
  const query = { limit: PAGE_SIZE };
  const [products, schemas, workflows] = await Promise.all([
    ledger.GET('/api/products', { params: { query } }).then((answer) => requireData(answer)),
    ledger.GET('/api/schemas', { params: { query } }).then((answer) => requireData(answer)),
    ledger.GET('/api/workflows', { params: { query } }).then((answer) => requireData(answer)),
  ]);
  const product = products.find(({ id }) => isNamed(id));
  if (product) return `/config/products/${encodeURIComponent(product.id)}`;
  const schema = schemas.find((one) => isNamed(one.entity_name, one.display_name));
  const record = schema ?? workflows.find(({ name }) => isNamed(name));
  if (record) return find(record.id);
  return findRule(
    ledger,
    products.map(({ id }) => id),
    typed,
  );
}

async function findRule(ledger: LedgerClient, productIds: readonly string[], ruleId: string) {
  const found = await Promise.all(
    productIds.map(async (productId) => {
      const params = { path: { productId }, query: { limit: PAGE_SIZE } };
      const rules = requireData(await ledger.GET('/api/products/{productId}/rules', { params }));
      return rules.some(({ id }) => id === ruleId) ? productId : undefined;
    }),
  );
  const product = found.find((one) => one !== undefined);
  if (product === undefined) return undefined;
  return `/config/rules/${encodeURIComponent(ruleId)}?${new URLSearchParams({ product }).toString()}`;
}
