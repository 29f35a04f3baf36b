import Header from '@cloudscape-design/components/header';
import { getRouteApi } from '@tanstack/react-router';
import type {
  GeneralLedgerAccount,
  TrialBalanceRow,
  TrialBalanceTotal,
} from '../../../../client/client.ts';
import { nameAccountType } from '../../parts/reports/account-type-name.ts';
import { TreeList } from '../../parts/reports/tree-list.tsx';
import { parseClosedRows, toggleClosedRow } from '../../parts/reports/tree-rows.ts';
import { buildBalanceColumns } from './balance-columns.tsx';
import { buildBalanceTree } from './balance-tree.ts';
import type { BalanceNode } from './balance-tree.ts';
import { trialBalanceText } from './messages.ts';

interface BalanceTableProps {
  readonly total: TrialBalanceTotal;
  /** Of the currency of the total. */
  readonly rows: readonly TrialBalanceRow[];
  readonly chart: readonly GeneralLedgerAccount[];
  /** The period of the figures. */
  readonly balance: { readonly from?: string; readonly to: string };
}

const route = getRouteApi('/gl/trial-balance');

/** The accounts of one currency by type, with their total. */
export function BalanceTable({ total, rows, chart, balance }: BalanceTableProps) {
  const navigate = route.useNavigate();
  const closed = parseClosedRows(route.useSearch().closed);
  const { currency, opening, debits, credits, closing } = total;
  const roots: readonly BalanceNode[] = [
    ...buildBalanceTree(rows, chart),
    { id: ' total', kind: 'total', opening, debits, credits, closing, children: [] },
  ];
  return (
    <TreeList
      label={trialBalanceText('tableLabel', { currency })}
      roots={roots}
      columns={buildBalanceColumns({ ...balance, currency })}
      nameRow={({ code, type }) => code ?? nameAccountType(type)}
      closed={closed}
      onToggle={(id) =>
        void navigate({
          search: (search) => ({ ...search, closed: toggleClosedRow(closed, id) }),
          replace: true,
        })
      }
      empty=""
      header={<Header variant="h2">{currency}</Header>}
    />
  );
}
