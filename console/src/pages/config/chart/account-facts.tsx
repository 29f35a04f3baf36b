import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { GeneralLedgerAccount } from '../../../../../client/client.ts';
import { FactTable } from '../../../parts/facts/fact-table.tsx';
import { Instant } from '../../../parts/instant.tsx';
import type { ListColumn } from '../../../parts/item-list.tsx';
import { nameAccountType } from '../../../parts/reports/account-type-name.ts';
import { PageLink } from '../../../routing/page-link.tsx';
import { useIsPermitted } from '../../../session/session-context.tsx';
import { chartAccountText } from './messages.ts';

export function ChartAccountFacts({ account }: { readonly account: GeneralLedgerAccount }) {
  const mayReadLines = useIsPermitted(['finance.read', 'audit.read']);
  const { code, type, normal_side, currency, parent, version, mappings } = account;
  const side = chartAccountText(normal_side === 'DEBIT' ? 'debit' : 'credit');
  return (
    <Container header={<Header variant="h2">{chartAccountText('facts')}</Header>}>
      <SpaceBetween size="m">
        <KeyValuePairs
          columns={4}
          items={[
            { label: chartAccountText('type'), value: nameAccountType(type) },
            { label: chartAccountText('normalSide'), value: side },
            {
              label: chartAccountText('currency'),
              value: currency ?? chartAccountText('anyCurrency'),
            },
            { label: chartAccountText('parent'), value: <Parent code={parent} /> },
            { label: chartAccountText('version'), value: version },
            { label: chartAccountText('updated'), value: <Instant value={account.updated_at} /> },
            { label: chartAccountText('created'), value: <Instant value={account.created_at} /> },
          ]}
        />
        {mayReadLines && (
          <PageLink to="/gl/accounts/$code" params={{ code }}>
            {chartAccountText('lines')}
          </PageLink>
        )}
        <FactTable
          title={chartAccountText('mappings')}
          items={Object.entries(mappings)}
          columns={mappingColumns}
        />
      </SpaceBetween>
    </Container>
  );
}

function Parent({ code }: { readonly code: string | undefined }) {
  if (code === undefined) return chartAccountText('top');
  return (
    <PageLink to="/config/chart/$code" params={{ code }}>
      {code}
    </PageLink>
  );
}

const mappingColumns: readonly ListColumn<readonly [string, string]>[] = [
  {
    id: 'chart',
    header: chartAccountText('chart'),
    isRowHeader: true,
    cell: ([chart]) => chart,
  },
  { id: 'code', header: chartAccountText('chartCode'), cell: ([, code]) => code },
];
