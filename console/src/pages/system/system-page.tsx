import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useQuery } from '@tanstack/react-query';
import type { SystemState } from '../../../../client/client.ts';
import { useApi } from '../../api/api-clients.ts';
import { requireData } from '../../api/api-failure.ts';
import { useOperationKey } from '../../api/queries.ts';
import { useTenant } from '../../api/use-tenant.ts';
import { ErrorPanel } from '../../parts/error-panel.tsx';
import { Instant } from '../../parts/instant.tsx';
import { formatClockTime } from '../../values/instants.ts';
import { FindingStatus } from './finding-status.tsx';
import { systemText } from './messages.ts';
import { ProjectionLists } from './projection-lists.tsx';
import { ServiceList } from './service-list.tsx';
import { describeVerification } from './system-findings.ts';
import { pageTitle } from '../../routing/page-titles.ts';

const INTERVAL_MS = 30_000;

export function SystemPage() {
  const { ledger } = useApi();
  const { timeZone } = useTenant();
  const queryKey = useOperationKey('getSystem');
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    queryKey,
    queryFn: async () => requireData(await ledger.GET('/api/system')),
    refetchInterval: INTERVAL_MS,
  });
  const time = formatClockTime(new Date(dataUpdatedAt), timeZone);
  return (
    <SpaceBetween size="m">
      <Header
        variant="h1"
        {...(data !== undefined && {
          description: systemText('deployed', { version: data.version }),
        })}
      >
        {pageTitle('system')}
      </Header>
      {error !== null && (
        <ErrorPanel
          error={error}
          onTryAgain={() => void refetch()}
          {...(data !== undefined && { asOf: time })}
        />
      )}
      <ServiceList intervalMs={INTERVAL_MS} />
      {data !== undefined && <SystemFacts state={data} readAt={new Date(dataUpdatedAt)} />}
      {(data !== undefined || error === null) && <ProjectionLists state={data} />}
      {data !== undefined && <Box color="text-body-secondary">{systemText('asOf', { time })}</Box>}
    </SpaceBetween>
  );
}

interface SystemFactsProps {
  readonly state: SystemState;
  readonly readAt: Date;
}

function SystemFacts({ state, readAt }: SystemFactsProps) {
  const { verification, evidence_log: log } = state;
  const verifiedAt = verification?.verified_at;
  return (
    <SpaceBetween size="m">
      <Container header={<Header variant="h2">{systemText('verification')}</Header>}>
        <KeyValuePairs
          columns={2}
          items={[
            {
              label: systemText('verifiedAt'),
              value: verifiedAt === undefined ? '–' : <Instant value={verifiedAt} />,
            },
            {
              label: systemText('verificationResult'),
              value: <FindingStatus finding={describeVerification(verification, readAt)} />,
            },
          ]}
        />
      </Container>
      <Container header={<Header variant="h2">{systemText('evidence')}</Header>}>
        <SpaceBetween size="m">
          <KeyValuePairs
            columns={2}
            items={[
              {
                label: systemText('sealedAt'),
                value:
                  log.sealed_at === undefined ? (
                    systemText('notSealed')
                  ) : (
                    <Instant value={log.sealed_at} />
                  ),
              },
              { label: systemText('sealedReceipts'), value: log.size.toLocaleString() },
            ]}
          />
          <Box color="text-body-secondary">{systemText('sealSentence')}</Box>
        </SpaceBetween>
      </Container>
    </SpaceBetween>
  );
}
