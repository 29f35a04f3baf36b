import Header from '@cloudscape-design/components/header';
import { useQueries } from '@tanstack/react-query';
import { useApi } from '../../api/api-clients.ts';
import { readApiRoot } from '../../api/api-roots.ts';
import type { ApiRoot } from '../../api/api-roots.ts';
import { ItemList } from '../../parts/item-list.tsx';
import type { ListColumn } from '../../parts/item-list.tsx';
import { useOperator } from '../../session/session-context.tsx';
import { FindingStatus } from './finding-status.tsx';
import { systemText } from './messages.ts';
import type { SystemFinding } from './system-findings.ts';

interface ServiceState {
  readonly name: string;
  readonly root: ApiRoot | undefined;
  readonly error: Error | null;
}

const columns: readonly ListColumn<ServiceState>[] = [
  { id: 'name', header: systemText('service'), isRowHeader: true, cell: ({ name }) => name },
  {
    id: 'state',
    header: systemText('state'),
    cell: (service) => <FindingStatus finding={describeService(service)} />,
  },
  {
    id: 'version',
    header: systemText('interfaceVersion'),
    cell: ({ root }) => root?.version ?? '–',
  },
];

/** Whether the APIs answer, and which version of each. */
export function ServiceList({ intervalMs }: { readonly intervalMs: number }) {
  const { addresses } = useApi();
  const { id: operator } = useOperator();
  const services = [
    { name: systemText('ledger'), address: addresses.ledger },
    { name: systemText('workbench'), address: addresses.workbench },
  ];
  const reads = useQueries({
    queries: services.map(({ address }) => ({
      queryKey: [operator, 'readApiRoot', { address }],
      queryFn: () => readApiRoot(address),
      refetchInterval: intervalMs,
    })),
  });
  const items = services.map(({ name }, at) => ({
    name,
    root: reads[at]?.data,
    error: reads[at]?.error ?? null,
  }));
  return (
    <ItemList
      label={systemText('services')}
      items={items}
      columns={columns}
      readId={({ name }) => name}
      empty=""
      header={<Header variant="h2">{systemText('services')}</Header>}
      filters={undefined}
      footer={undefined}
    />
  );
}

function describeService({ root, error }: ServiceState): SystemFinding {
  if (error !== null) return { level: 'error', text: systemText('silent') };
  if (root === undefined) return { level: 'in-progress', text: systemText('asking') };
  return { level: 'success', text: systemText('answers') };
}
