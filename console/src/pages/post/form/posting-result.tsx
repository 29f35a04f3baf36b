import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { JournalEntry } from '../../../../../client/client.ts';
import { partsText } from '../../../parts/parts-messages.ts';
import { StatusBadge } from '../../../parts/status-badge.tsx';
import { PageLink } from '../../../routing/page-link.tsx';
import { RequestLink } from '../../../routing/request-link.tsx';
import { shortenIdentifier } from '../../../values/identifiers.ts';
import { formatAmount } from '../../../values/money.ts';
import { postText } from '../messages.ts';

/** A request that another operator must approve. */
interface SubmittedRequest {
  readonly id: string;
  readonly status: string;
}

export type SubmittedPosting = JournalEntry | SubmittedRequest;

interface PostingResultProps {
  readonly answer: SubmittedPosting;
  /** Whether what took effect is an earlier input of the form. */
  readonly isEarlier: boolean;
  readonly onAnother: () => void;
}

export function PostingResult({ answer, isEarlier, onAnother }: PostingResultProps) {
  return (
    <SpaceBetween size="m">
      {isEarlier && <Alert type="info">{partsText('earlierTookEffect')}</Alert>}
      <div role="status">
        {'ledger_lines' in answer ? (
          <PostedEntry entry={answer} />
        ) : (
          <WaitingRequest request={answer} />
        )}
      </div>
      <Button onClick={onAnother}>{postText('another')}</Button>
    </SpaceBetween>
  );
}

function PostedEntry({ entry }: { readonly entry: JournalEntry }) {
  return (
    <Container header={<Header variant="h2">{postText('posted')}</Header>}>
      <SpaceBetween size="m">
        <div>{postText('postedSentence')}</div>
        <KeyValuePairs
          columns={3}
          items={entry.account_postings.map(({ account_id, balance_after, currency }) => ({
            label: `${postText('balanceAfter')}: ${shortenIdentifier(account_id)}`,
            value: `${formatAmount(balance_after)}\u00a0${currency}`,
          }))}
        />
        <PageLink to="/journal/$entryId" params={{ entryId: entry.id }}>
          {postText('openEntry')}
        </PageLink>
      </SpaceBetween>
    </Container>
  );
}

function WaitingRequest({ request: { id, status } }: { readonly request: SubmittedRequest }) {
  return (
    <Container header={<Header variant="h2">{postText('waiting')}</Header>}>
      <SpaceBetween size="m">
        <StatusBadge status={status} />
        <div>{postText('waitingSentence')}</div>
        <RequestLink requestId={id}>{postText('openRequest')}</RequestLink>
      </SpaceBetween>
    </Container>
  );
}
