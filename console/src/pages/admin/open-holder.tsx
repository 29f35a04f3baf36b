import Alert from '@cloudscape-design/components/alert';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Operator } from '../../../../client/client.ts';
import { useApi } from '../../api/api-clients.ts';
import { requireData } from '../../api/api-failure.ts';
import { useOperationKey } from '../../api/queries.ts';
import { CopyId } from '../../parts/copy-id.tsx';
import { ErrorPanel } from '../../parts/error-panel.tsx';
import { PageLink } from '../../routing/page-link.tsx';
import { CommandList } from './command-list.tsx';
import { isAdministeredHere, listOperatorCommands } from './command-lines.ts';
import { describeHolder } from './holder-names.ts';
import { adminText } from './messages.ts';
import './admin.css';

interface OpenHolderProps {
  readonly id: string;
  readonly tenantId: string;
}

/** The operator or service that the address names, with the commands that change it. */
export function OpenHolder({ id, tenantId }: OpenHolderProps) {
  const { ledger } = useApi();
  const queryKey = useOperationKey('getOperator', { operatorId: id });
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: async () => {
      const path = { operatorId: id };
      return requireData(await ledger.GET('/api/operators/{operatorId}', { params: { path } }));
    },
  });
  if (error !== null) return <ErrorPanel error={error} onTryAgain={() => void refetch()} />;
  return data && <HolderDetails holder={data} tenantId={tenantId} />;
}

interface HolderDetailsProps {
  readonly holder: Operator;
  readonly tenantId: string;
}

function HolderDetails({ holder, tenantId }: HolderDetailsProps) {
  const top = useRef<HTMLDivElement>(null);
  // The list that led here may be long: readers continue at what they have opened.
  useEffect(() => top.current?.focus(), [holder.id]);
  const title = adminText('changesOf', { name: describeHolder(holder) });
  const lines = listOperatorCommands(holder, tenantId);
  return (
    <div ref={top} tabIndex={-1} role="region" aria-label={title}>
      <SpaceBetween size="m">
        <Container
          header={
            <Header
              variant="h2"
              actions={
                <PageLink to="/admin" search={({ open: _open, ...search }) => search}>
                  {adminText('close')}
                </PageLink>
              }
            >
              {title}
            </Header>
          }
        >
          <SpaceBetween size="m">
            <KeyValuePairs columns={3} items={listFacts(holder)} />
            {!isAdministeredHere(holder) && (
              <Alert type="info">{adminText('otherIssuer', { issuer: holder.issuer })}</Alert>
            )}
            {isAdministeredHere(holder) && holder.kind === 'SERVICE' && (
              <Alert type="info">{adminText('serviceSentence')}</Alert>
            )}
          </SpaceBetween>
        </Container>
        {lines.length > 0 && <CommandList label={title} lines={lines} />}
      </SpaceBetween>
    </div>
  );
}

function listFacts({ id, issuer, email, preferred_username }: Operator) {
  return [
    { label: adminText('id'), value: <CopyId id={id} /> },
    { label: adminText('username'), value: preferred_username ?? '–' },
    { label: adminText('email'), value: formatAddress(email ?? '–') },
    { label: adminText('issuer'), value: formatAddress(issuer) },
  ];
}

// An address is one long word, and a column of a phone is narrow.
function formatAddress(address: string) {
  return <span className="holder-address">{address}</span>;
}
