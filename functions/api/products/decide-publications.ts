import { listMovedControlAccounts, publishProduct } from '../../domain/products/publications.ts';
import type { MovedControlAccount } from '../../domain/products/publications.ts';
import type { ControlRole } from '../../domain/loans/ledger-accounts.ts';
import type { Product, ProductDraft } from '../../domain/products/products.ts';
import type { ProductConfiguration } from '../../domain/products/templates.ts';
import { hasProductUse } from '../../ledger/accounts/product-uses.ts';
import type { Write } from '../../ledger/commit/commit.ts';
import type { Session } from '../../ledger/commit/session.ts';
import { readPublicationRecords } from '../../ledger/general-ledger/publications.ts';
import { buildSettingsCheck } from '../../ledger/general-ledger/settings.ts';
import { buildProductWrites } from '../../ledger/products/writes.ts';

export interface DecidedPublications {
  readonly products: readonly Product[];
  /** The tenant's configuration before the publications. */
  readonly configuration: ProductConfiguration | undefined;
  readonly writes: readonly Write[];
}

/**
 * Decides on the next versions of products. Where one moves a control account, it is published on the
 * condition that the settings are those that were read. Refuses as publishProduct and hasProductUse do.
 */
export async function decidePublications(
  session: Session,
  drafts: readonly ProductDraft[],
  now: Date,
): Promise<DecidedPublications> {
  const ids = drafts.map(({ id }) => id);
  const { products: last, configuration, settings } = await readPublicationRecords(session, ids);
  const { controlAccounts } = settings;
  const decided = await Promise.all(
    drafts.map(async (draft) => {
      const before = last.get(draft.id);
      const moved = listMovedControlAccounts(draft, before);
      const isFirst = controlAccounts === 'ENFORCED' && !before;
      const usedRoles = await readUsedRoles(session, draft.id, isFirst ? moved : [], now);
      const terms = { tenantId: session.tenant, now, controlAccounts, usedRoles };
      return { product: publishProduct(draft, before, terms), isMoving: moved.length > 0 };
    }),
  );
  const products = decided.map(({ product }) => product);
  const isMoving = decided.some((one) => one.isMoving);
  const writes = products.flatMap((product) => buildProductWrites(session, product));
  const checks = isMoving ? [buildSettingsCheck(session, settings)] : [];
  return { products, configuration, writes: [...writes, ...checks] };
}

async function readUsedRoles(
  session: Session,
  productId: string,
  moved: readonly MovedControlAccount[],
  now: Date,
): Promise<ReadonlySet<ControlRole>> {
  const roles = moved.map(({ role }) => role);
  const uses = Map.groupBy(roles, (role) => (role === 'customer_deposits' ? 'accounts' : 'loans'));
  const used = await Promise.all(
    [...uses].map(async ([use, own]) =>
      (await hasProductUse(session, productId, use, now)) ? own : [],
    ),
  );
  return new Set(used.flat());
}
