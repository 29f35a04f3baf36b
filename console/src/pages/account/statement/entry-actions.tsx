import ButtonDropdown from '@cloudscape-design/components/button-dropdown';
import { useNavigate } from '@tanstack/react-router';
import type { AccountEntry } from '../../../../../client/client.ts';
import { useTenant } from '../../../api/use-tenant.ts';
import { useIsPermitted } from '../../../session/session-context.tsx';
import { formatInstant } from '../../../values/instants.ts';
import { statementText } from './messages.ts';

interface StatementActionsProps {
  readonly entry: AccountEntry;
  readonly onReverse: (entry: AccountEntry) => void;
}

/** What can be asked for an entry, from its row. */
export function EntryActions({ entry, onReverse }: StatementActionsProps) {
  const navigate = useNavigate();
  const { timeZone } = useTenant();
  const mayAsk = useIsPermitted(['finance.write']);
  const { journal_entry_id: entryId, transaction_id: transactionId } = entry;
  if (entryId === undefined) return null;
  const isAdjustable = mayAsk && entry.entry_type !== 'REVERSAL';
  const items = [
    { id: 'open', text: statementText('openEntry') },
    ...(isAdjustable ? [{ id: 'reverse', text: statementText('askToReverse') }] : []),
    // A loan transaction is replaced by another transaction, which the form for entries cannot state.
    ...(isAdjustable && transactionId === undefined
      ? [{ id: 'correct', text: statementText('askToCorrect') }]
      : []),
  ];
  const start = (id: string) => {
    if (id === 'reverse') return onReverse(entry);
    if (id === 'open') return void navigate({ to: '/journal/$entryId', params: { entryId } });
    return void navigate({
      to: '/post/$kind',
      params: { kind: 'correction' },
      search: { entry: entryId },
    });
  };
  const time = formatInstant(entry.posted_at, timeZone);
  return (
    <ButtonDropdown
      variant="inline-icon"
      expandToViewport
      ariaLabel={statementText('actionsOf', { time })}
      items={items}
      onItemClick={({ detail }) => start(detail.id)}
    />
  );
}
