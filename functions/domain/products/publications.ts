// Publications of products, and the control accounts that they may move.
import type { ControlAccountMode } from '../general-ledger/settings.ts';
import { listControlRoles } from '../loans/ledger-accounts.ts';
import type { ControlRole } from '../loans/ledger-accounts.ts';
import { refuseIf } from '../refusals/refusals.ts';
import { latestTime } from '../values/times.ts';
import { DEFAULT_TERMS, readProductTerms } from './products.ts';
import type { Product, ProductDraft } from './products.ts';

/** A role for which a publication names another code than its accounts or loans post on so far. */
export interface MovedControlAccount {
  readonly role: ControlRole;
  readonly from: string;
  readonly to: string;
}

/**
 * Lists the control accounts that the publication moves: those that differ from the last version's, or
 * from the defaults, which accounts and loans of an unpublished product post on.
 */
export function listMovedControlAccounts(
  draft: ProductDraft,
  before: Product | undefined,
): MovedControlAccount[] {
  const last = before ? readProductTerms(before) : DEFAULT_TERMS;
  const { ledgerAccounts } = readProductTerms(draft);
  return listControlRoles(last.ledgerAccounts)
    .map(([role, from]) => ({ role, from, to: ledgerAccounts[role] }))
    .filter(({ from, to }) => from !== to);
}

export interface PublicationTerms {
  readonly tenantId: string;
  readonly now: Date;
  readonly controlAccounts: ControlAccountMode;
  /** The roles whose default codes the accounts or loans of the product use while it is not published. */
  readonly usedRoles: ReadonlySet<ControlRole>;
}

/**
 * Builds the next version of the product, or its first. Refuses with control_account_fixed a moved control
 * account of what exists, if the tenant enforces control accounts.
 */
export function publishProduct(
  draft: ProductDraft,
  before: Product | undefined,
  { tenantId, now, controlAccounts, usedRoles }: PublicationTerms,
): Product {
  if (controlAccounts === 'ENFORCED') refuseMovedControlAccounts(draft, before, usedRoles);
  const updatedAt = latestTime(now, before?.updatedAt).toISOString();
  const version = (before?.version ?? 0) + 1;
  return { ...draft, tenantId, version, createdAt: before?.createdAt ?? updatedAt, updatedAt };
}

// Balances would move to a control account that has no ledger lines of them.
function refuseMovedControlAccounts(
  draft: ProductDraft,
  before: Product | undefined,
  usedRoles: ReadonlySet<ControlRole>,
): void {
  for (const { role, from, to } of listMovedControlAccounts(draft, before)) {
    const uses = role === 'customer_deposits' ? 'accounts' : 'loans';
    const reason = before ? '' : `: it has ${uses} already`;
    refuseIf(
      before !== undefined || usedRoles.has(role),
      'control_account_fixed',
      `The control account ${from} of product ${draft.id} cannot become ${to}${reason}.`,
    );
  }
}
