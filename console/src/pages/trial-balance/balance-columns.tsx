import type { ReactNode } from 'react';
import type { ListColumn } from '../../parts/item-list.tsx';
import { MoneyCell, MoneyHeader } from '../../parts/money-cell.tsx';
import { nameAccountType } from '../../parts/reports/account-type-name.ts';
import { BalanceCell } from '../../parts/reports/balance-cell.tsx';
import { PageLink } from '../../routing/page-link.tsx';
import { addDays } from '../../values/calendar-dates.ts';
import type { BalanceNode } from './balance-tree.ts';
import { trialBalanceText } from './messages.ts';

interface FiguresPeriod {
  readonly from?: string;
  readonly to: string;
  readonly currency: string;
}

/** Builds the columns; each figure of an account leads to the lines that it sums up. */
export function buildBalanceColumns(period: FiguresPeriod): readonly ListColumn<BalanceNode>[] {
  const { from, to, currency } = period;
  const during = { ...(from !== undefined && { from }), to, currency };
  const link = (node: BalanceNode, figure: ReactNode, search: typeof during | undefined) =>
    node.kind === 'account' && node.code !== undefined && search !== undefined ? (
      <PageLink to="/gl/accounts/$code" params={{ code: node.code }} search={search}>
        {figure}
      </PageLink>
    ) : (
      figure
    );
  const before = from === undefined ? undefined : { to: addDays(from, -1), currency };
  return [
    {
      id: 'account',
      header: trialBalanceText('account'),
      isRowHeader: true,
      cell: (node) => link(node, nameNode(node), during),
    },
    {
      id: 'opening',
      header: <MoneyHeader>{trialBalanceText('opening')}</MoneyHeader>,
      cell: (node) => link(node, <BalanceCell balance={node.opening} />, before),
    },
    {
      id: 'debits',
      header: <MoneyHeader>{trialBalanceText('debits')}</MoneyHeader>,
      cell: (node) => link(node, <MoneyCell amount={node.debits} />, during),
    },
    {
      id: 'credits',
      header: <MoneyHeader>{trialBalanceText('credits')}</MoneyHeader>,
      cell: (node) => link(node, <MoneyCell amount={node.credits} />, during),
    },
    {
      id: 'closing',
      header: <MoneyHeader>{trialBalanceText('closing')}</MoneyHeader>,
      cell: (node) => link(node, <BalanceCell balance={node.closing} />, { to, currency }),
    },
  ];
}

function nameNode({ kind, id, code, name, type }: BalanceNode): string {
  if (kind === 'total') return trialBalanceText('total');
  if (kind === 'type' || code === undefined) return nameAccountType(type);
  const isItself = id !== code;
  const own = isItself ? trialBalanceText('itself', { code }) : code;
  return name === undefined ? own : `${own} ${name}`;
}
