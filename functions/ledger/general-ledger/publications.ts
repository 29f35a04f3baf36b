// The records that decide on publications of products.
import type { GeneralLedgerSettings } from '../../domain/general-ledger/settings.ts';
import type { Product } from '../../domain/products/products.ts';
import type { ProductConfiguration } from '../../domain/products/templates.ts';
import { readToDecide } from '../commit/read-to-decide.ts';
import type { Session } from '../commit/session.ts';
import { configurationFields, productFields } from '../products/items.ts';
import { keys } from '../store/keys.ts';
import { fromSettingsItem } from './settings.ts';

export interface PublicationRecords {
  /** The newest versions by id, of the products that are published. */
  readonly products: ReadonlyMap<string, Product>;
  readonly configuration: ProductConfiguration | undefined;
  readonly settings: GeneralLedgerSettings;
}

/** The products, the tenant's configuration and its settings, never stale, read by readToDecide. */
export async function readPublicationRecords(
  session: Session,
  productIds: readonly string[],
): Promise<PublicationRecords> {
  const { tenant } = session;
  const items = await readToDecide(session, [
    ...productIds.map((id) => keys.product(tenant, id)),
    keys.productConfiguration(tenant),
    keys.generalLedgerSettings(tenant),
  ]);
  const products = items.filter(({ SK }) => SK === 'P').map(productFields.fromItem);
  const configuration = items.find(({ SK }) => SK === 'C');
  return {
    products: new Map(products.map((product) => [product.id, product])),
    configuration: configuration && configurationFields.fromItem(configuration),
    settings: fromSettingsItem(items.find(({ SK }) => SK === 'S')),
  };
}
