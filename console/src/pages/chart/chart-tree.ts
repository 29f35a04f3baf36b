// The chart of accounts as a tree, or the part of it that matches a text.
import type { GeneralLedgerAccount } from '../../../../client/client.ts';

export interface ChartNode {
  /** The code of the account. */
  readonly id: string;
  readonly account: GeneralLedgerAccount;
  readonly children: readonly ChartNode[];
}

/** Builds the tree of the accounts that match, with the accounts that they are part of. */
export function buildChartTree(
  accounts: readonly GeneralLedgerAccount[],
  text: string,
): readonly ChartNode[] {
  const byCode = new Map(accounts.map((account) => [account.code, account]));
  const shown = new Set<string>();
  const show = (account: GeneralLedgerAccount | undefined): void => {
    if (account === undefined || shown.has(account.code)) return;
    shown.add(account.code);
    if (account.parent !== undefined) show(byCode.get(account.parent));
  };
  for (const account of accounts) if (isMatch(account, text)) show(account);
  const below = Map.groupBy(
    accounts.filter(({ code }) => shown.has(code)),
    ({ parent }) => (parent !== undefined && byCode.has(parent) ? parent : undefined),
  );
  const build = (parent: string | undefined): readonly ChartNode[] =>
    (below.get(parent) ?? []).map((account) => ({
      id: account.code,
      account,
      children: build(account.code),
    }));
  return build(undefined);
}

function isMatch({ code, name }: GeneralLedgerAccount, text: string): boolean {
  const wanted = text.trim().toLocaleLowerCase();
  return [code, name].some((each) => each.toLocaleLowerCase().includes(wanted));
}

/** Lists the accounts of the tree from the top. */
export function listChartAccounts(nodes: readonly ChartNode[]): readonly GeneralLedgerAccount[] {
  return nodes.flatMap(({ account, children }) => [account, ...listChartAccounts(children)]);
}
