// Publications of products and changes of rules turned into writes.
import type { Product } from '../../domain/products/products.ts';
import type { ProductConfiguration } from '../../domain/products/templates.ts';
import type { Rule } from '../../domain/rules/rules.ts';
import type { Write } from '../commit/commit.ts';
import type { Item } from '../journal/items.ts';
import { keys } from '../store/keys.ts';
import { toConfigurationItem, toProductItem, toRuleItem } from './items.ts';
import type { Session } from '../commit/session.ts';
import { buildPutNew, buildVersionReplacement } from '../journal/writes.ts';

/**
 * Publishes a version: it takes the place of the one before, by itself and in the list, and stays
 * beside it in the history; only if no other one was published meanwhile.
 */
export function buildProductWrites(session: Session, product: Product): Write[] {
  const { store, tenant } = session;
  const { id, version } = product;
  return [
    buildVersionedWrite(session, toProductItem(keys.product(tenant, id), product), version),
    buildVersionedWrite(session, toProductItem(keys.listedProduct(tenant, id), product), version),
    buildPutNew(
      store.ledgerTable,
      toProductItem(keys.productVersion(tenant, id, version), product),
    ),
  ];
}

export function buildRuleWrite(session: Session, rule: Rule): Write {
  return buildVersionedWrite(session, toRuleItem(rule), rule.version);
}

export function buildConfigurationWrite(
  session: Session,
  configuration: ProductConfiguration,
): Write {
  return buildVersionedWrite(
    session,
    toConfigurationItem(session.tenant, configuration),
    configuration.version,
  );
}

function buildVersionedWrite({ store }: Session, item: Item, version: number): Write {
  return version === 1
    ? buildPutNew(store.ledgerTable, item)
    : buildVersionReplacement(store.ledgerTable, item, version - 1);
}
