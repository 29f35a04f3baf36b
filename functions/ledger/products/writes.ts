// Builds the writes for publications of products and changes of rules.
import type { Product } from '../../domain/products/products.ts';
import type { ProductConfiguration } from '../../domain/products/templates.ts';
import type { Rule } from '../../domain/rules/rules.ts';
import type { Write } from '../commit/commit.ts';
import { keys } from '../store/keys.ts';
import { configurationFields, productFields, ruleFields } from './items.ts';
import type { Session } from '../commit/session.ts';
import { buildPutNew, buildVersionedWrite } from '../commit/conditional-writes.ts';

/**
 * Publishes a version: replaces the newest one, by itself and in the list, and adds it to the history,
 * provided that no other version was published meanwhile.
 */
export function buildProductWrites(session: Session, product: Product): Write[] {
  const { store, tenant } = session;
  const { id, version } = product;
  return [
    buildVersionedWrite(session, productFields.toItem(keys.product(tenant, id), product), version),
    buildVersionedWrite(
      session,
      productFields.toItem(keys.listedProduct(tenant, id), product),
      version,
    ),
    buildPutNew(
      store.ledgerTable,
      productFields.toItem(keys.productVersion(tenant, id, version), product),
    ),
  ];
}

export function buildRuleWrite(session: Session, rule: Rule): Write {
  return buildVersionedWrite(
    session,
    ruleFields.toItem(keys.rule(session.tenant, rule.productId, rule.id), rule),
    rule.version,
  );
}

export function buildConfigurationWrite(
  session: Session,
  configuration: ProductConfiguration,
): Write {
  const key = keys.productConfiguration(session.tenant);
  return buildVersionedWrite(
    session,
    configurationFields.toItem(key, configuration),
    configuration.version,
  );
}
