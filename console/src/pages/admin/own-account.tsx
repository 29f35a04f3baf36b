import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import Link from '@cloudscape-design/components/link';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { CallerSession } from '../../../../client/client.ts';
import { CopyId } from '../../parts/copy-id.tsx';
import { useSession } from '../../session/session-context.tsx';
import { adminText } from './messages.ts';

/** Who the operator is, and where the operator changes password, second factors and sessions. */
export function OwnAccount({ caller }: { readonly caller: CallerSession | undefined }) {
  const session = useSession();
  return (
    <Container header={<Header variant="h2">{adminText('ownAccount')}</Header>}>
      <SpaceBetween size="m">
        {caller !== undefined && <KeyValuePairs columns={3} items={listFacts(caller)} />}
        <div>{adminText('accountSentence')}</div>
        <Link external href={session.accountUrl} externalIconAriaLabel={adminText('newWindow')}>
          {adminText('accountLink')}
        </Link>
      </SpaceBetween>
    </Container>
  );
}

function listFacts({ operator, tenant, permissions }: CallerSession) {
  return [
    {
      label: adminText('name'),
      value: operator.name ?? operator.preferred_username ?? '–',
    },
    { label: adminText('username'), value: operator.preferred_username ?? '–' },
    { label: adminText('id'), value: <CopyId id={operator.id} /> },
    { label: adminText('institution'), value: tenant.name ?? tenant.id },
    { label: adminText('tenant'), value: tenant.id },
    {
      label: adminText('timeZone'),
      value: tenant.time_zone,
    },
    { label: adminText('currency'), value: tenant.base_currency },
    {
      label: adminText('permissions'),
      value: permissions.length === 0 ? adminText('noPermission') : permissions.join(', '),
    },
  ];
}
