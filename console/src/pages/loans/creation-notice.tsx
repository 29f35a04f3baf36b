import Flashbar from '@cloudscape-design/components/flashbar';
import { partsText } from '../../parts/parts-messages.ts';
import { PageLink } from '../../routing/page-link.tsx';
import { RequestLink } from '../../routing/request-link.tsx';
import type { CreationEnd } from './creation-dialog.tsx';
import { loansText } from './messages.ts';

/** Says what became of the loan that was asked for. */
export function CreationNotice({ end: { answer, isEarlier } }: { readonly end: CreationEnd }) {
  const { id } = answer;
  const isLoan = 'principal' in answer;
  const earlier = isEarlier ? `${partsText('earlierTookEffect')} ` : '';
  const content = `${earlier}${loansText(isLoan ? 'createdNotice' : 'waitingNotice')}`;
  const action = isLoan ? (
    <PageLink to="/loans/$loanId" params={{ loanId: id }}>
      {loansText('openLoan')}
    </PageLink>
  ) : (
    <RequestLink requestId={id}>{loansText('openRequest')}</RequestLink>
  );
  return <Flashbar items={[{ id, type: 'success', content, action }]} />;
}
