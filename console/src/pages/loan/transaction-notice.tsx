import Flashbar from '@cloudscape-design/components/flashbar';
import type { ChangeRequest, Transaction } from '../../../../client/client.ts';
import { partsText } from '../../parts/parts-messages.ts';
import { PageLink } from '../../routing/page-link.tsx';
import { RequestLink } from '../../routing/request-link.tsx';
import { formatAmount } from '../../values/money.ts';
import { loanText } from './messages.ts';

/** What became of a transaction that was sent. */
export interface TransactionEnd {
  /** A control may answer with a request instead of the transaction. */
  readonly answer: Transaction | ChangeRequest;
  /** Whether what took effect is an earlier input of the form. */
  readonly isEarlier: boolean;
}

export function TransactionNotice({
  end: { answer, isEarlier },
}: {
  readonly end: TransactionEnd;
}) {
  const earlier = isEarlier ? `${partsText('earlierTookEffect')} ` : '';
  if ('journal_entry_id' in answer) {
    const { id, type, amount, currency, journal_entry_id: entryId } = answer;
    const content = loanText('postedNotice', {
      type: loanText(`type${type}`),
      amount: `${formatAmount(amount)}\u00a0${currency}`,
    });
    const action = (
      <PageLink to="/journal/$entryId" params={{ entryId }}>
        {loanText('openEntry')}
      </PageLink>
    );
    return <Flashbar items={[{ id, type: 'success', content: `${earlier}${content}`, action }]} />;
  }
  const content = `${earlier}${loanText('waitingNotice')}`;
  const action = <RequestLink requestId={answer.id}>{loanText('openRequest')}</RequestLink>;
  return <Flashbar items={[{ id: answer.id, type: 'success', content, action }]} />;
}
