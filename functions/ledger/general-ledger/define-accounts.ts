// Defines accounts of the chart on the accounts as stored.
import { defineAccount, findAncestors } from '../../domain/general-ledger/accounts.ts';
import type {
  AccountDefinition,
  GeneralLedgerAccount,
} from '../../domain/general-ledger/accounts.ts';
import type { Write } from '../commit/commit.ts';
import type { Session } from '../commit/session.ts';
import { isStoredAlike } from '../store/item.ts';
import {
  buildAncestorChecks,
  buildLedgerAccountWrite,
  readLedgerAccountsToDecide,
} from './accounts.ts';

export interface DefinedAccounts {
  readonly accounts: readonly GeneralLedgerAccount[];
  readonly writes: readonly Write[];
}

/**
 * Defines the accounts in their order, each on the ones before: one request, and one for each account
 * above them that is not among them. With `changed`, accounts that are as defined stay as they are.
 * Refuses with invalid_general_ledger_parent.
 */
export async function readAndDefineAccounts(
  session: Session,
  definitions: readonly AccountDefinition[],
  now: Date,
  scope: 'all' | 'changed' = 'all',
): Promise<DefinedAccounts> {
  const parents = definitions.flatMap(({ request }) => request.parent ?? []);
  const codes = new Set([...definitions.map(({ code }) => code), ...parents]);
  const stored = await readLedgerAccountsToDecide(session, [...codes]);
  const chart = new Map(stored);
  const ancestors = new Map<string, GeneralLedgerAccount>();
  const find = async (code: string) => {
    const known = chart.get(code);
    if (known || codes.has(code)) return known;
    const [read] = (await readLedgerAccountsToDecide(session, [code])).values();
    if (read) chart.set(code, read);
    return read;
  };
  const accounts: GeneralLedgerAccount[] = [];
  for (const { code, request } of definitions) {
    const before = chart.get(code);
    // No other change makes an account part of itself.
    const isMoved = request.parent !== before?.parent;
    const above = isMoved ? await findAncestors(code, request.parent, find) : [];
    for (const ancestor of above) ancestors.set(ancestor.code, ancestor);
    const account = defineAccount(code, request, before, now);
    if (scope === 'changed' && before && isSameAccount(before, account)) continue;
    chart.set(code, account);
    accounts.push(account);
  }
  const defined = new Set(accounts.map(({ code }) => code));
  const others = [...ancestors.values()].filter(({ code }) => !defined.has(code));
  const writes = accounts.map((account) => buildLedgerAccountWrite(session, account));
  return { accounts, writes: [...writes, ...buildAncestorChecks(session, others)] };
}

function isSameAccount(before: GeneralLedgerAccount, after: GeneralLedgerAccount): boolean {
  const { version, updatedAt } = before;
  return isStoredAlike(before, { ...after, version, updatedAt });
}
