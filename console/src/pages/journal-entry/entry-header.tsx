import ButtonDropdown from '@cloudscape-design/components/button-dropdown';
import Flashbar from '@cloudscape-design/components/flashbar';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import type { JournalEntry } from '../../../../client/client.ts';
import { RequestLink } from '../../routing/request-link.tsx';
import { useIsPermitted } from '../../session/session-context.tsx';
import { shortenIdentifier } from '../../values/identifiers.ts';
import { entryText } from './messages.ts';
import { ReversalDialog } from './reversal-dialog.tsx';
import { pageTitle } from '../../routing/page-titles.ts';

/** The heading of the page; without an entry while that is read. */
export function EntryHeader({ entry }: { readonly entry: JournalEntry | undefined }) {
  const [isReversing, setIsReversing] = useState(false);
  const [requestId, setRequestId] = useState<string>();
  const close = useCallback((submitted?: string) => {
    setIsReversing(false);
    setRequestId(submitted);
  }, []);
  return (
    <SpaceBetween size="m">
      <Header
        variant="h1"
        {...(entry && { description: shortenIdentifier(entry.id) })}
        actions={entry && <EntryActions entry={entry} onReverse={() => setIsReversing(true)} />}
      >
        {pageTitle('journalEntry')}
      </Header>
      {requestId !== undefined && (
        <Flashbar
          items={[
            {
              id: requestId,
              type: 'success',
              content: entryText('requested'),
              action: <RequestLink requestId={requestId}>{entryText('openRequest')}</RequestLink>,
            },
          ]}
        />
      )}
      {isReversing && entry !== undefined && <ReversalDialog entry={entry} onClose={close} />}
    </SpaceBetween>
  );
}

interface EntryActionsProps {
  readonly entry: JournalEntry;
  readonly onReverse: () => void;
}

function EntryActions({ entry, onReverse }: EntryActionsProps) {
  const navigate = useNavigate();
  const isPermitted = useIsPermitted(['finance.write']);
  if (!isPermitted || entry.entry_type === 'REVERSAL' || entry.reversed_by !== undefined) {
    return null;
  }
  const items = [{ id: 'reverse', text: entryText('askToReverse') }];
  if (entry.transaction_id === undefined) {
    items.push({ id: 'correct', text: entryText('askToCorrect') });
  }
  const open = (id: string) => {
    if (id === 'reverse') return onReverse();
    void navigate({
      to: '/post/$kind',
      params: { kind: 'correction' },
      search: { entry: entry.id },
    });
  };
  return (
    <ButtonDropdown items={items} onItemClick={({ detail }) => open(detail.id)}>
      {entryText('actions')}
    </ButtonDropdown>
  );
}
