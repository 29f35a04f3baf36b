import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { Account } from '../../../../client/client.ts';
import { CopyId } from '../../parts/copy-id.tsx';
import { partsText } from '../../parts/parts-messages.ts';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { PageLink } from '../../routing/page-link.tsx';
import { RequestLink } from '../../routing/request-link.tsx';
import { newAccountText } from './messages.ts';

/** The account; or the request for it, where a control asks for a second operator. */
export type AccountAnswer = Account | Pick<Account, 'id'>;

interface AccountResultProps {
  readonly answer: AccountAnswer;
  /** Whether what took effect is an earlier input of the form. */
  readonly isEarlier: boolean;
  readonly onAnother: () => void;
}

export function AccountResult({ answer, isEarlier, onAnother }: AccountResultProps) {
  return (
    <SpaceBetween size="m">
      {isEarlier && <Alert type="info">{partsText('earlierTookEffect')}</Alert>}
      <div role="status">
        {'balance' in answer ? <NewAccount account={answer} /> : <WaitingAccount id={answer.id} />}
      </div>
      <Button onClick={onAnother}>{newAccountText('another')}</Button>
    </SpaceBetween>
  );
}

function NewAccount({ account: { id, name, currency } }: { readonly account: Account }) {
  return (
    <Container header={<Header variant="h2">{newAccountText('opened')}</Header>}>
      <SpaceBetween size="m">
        <div>{newAccountText('openedSentence', { name, currency })}</div>
        <CopyId id={id} />
        <PageLink to="/accounts/$accountId" params={{ accountId: id }}>
          {newAccountText('openAccount')}
        </PageLink>
      </SpaceBetween>
    </Container>
  );
}

function WaitingAccount({ id }: { readonly id: string }) {
  return (
    <Container header={<Header variant="h2">{newAccountText('waiting')}</Header>}>
      <SpaceBetween size="m">
        <StatusBadge status="PENDING_APPROVAL" />
        <div>{newAccountText('waitingSentence')}</div>
        <RequestLink requestId={id}>{newAccountText('openRequest')}</RequestLink>
      </SpaceBetween>
    </Container>
  );
}
