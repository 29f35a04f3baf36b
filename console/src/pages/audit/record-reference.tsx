import { CopyId } from '../../parts/copy-id.tsx';
import { OperatorName } from '../../parts/operator-name.tsx';
import { PageLink } from '../../routing/page-link.tsx';
import { RequestLink } from '../../routing/request-link.tsx';
import { useIsPermitted } from '../../session/session-context.tsx';
import { shortenIdentifier } from '../../values/identifiers.ts';
import { isDirectoryId } from './audit-search.ts';

const REQUEST_PREFIX = /^(?:lcr|far|glr|chg)_/;
/** Tenants, clients and the like have names that people have chosen, which are read whole. */
const RECORD_ID = /^[a-z]+_[0-9a-f-]{12,}$/;

/** A record that an event names: a link, where a page shows it. */
export function RecordReference({ id }: { readonly id: string }) {
  const mayOpenRequests = useIsPermitted(['finance.read']);
  const short = shortenIdentifier(id);
  if (id.startsWith('acc_')) {
    return (
      <PageLink to="/accounts/$accountId" params={{ accountId: id }}>
        {short}
      </PageLink>
    );
  }
  if (id.startsWith('jrn_')) {
    return (
      <PageLink to="/journal/$entryId" params={{ entryId: id }}>
        {short}
      </PageLink>
    );
  }
  if (id.startsWith('loan_')) {
    return (
      <PageLink to="/loans/$loanId" params={{ loanId: id }}>
        {short}
      </PageLink>
    );
  }
  if (mayOpenRequests && REQUEST_PREFIX.test(id)) {
    return <RequestLink requestId={id}>{short}</RequestLink>;
  }
  if (isDirectoryId(id)) return <OperatorName id={id} />;
  return RECORD_ID.test(id) ? <CopyId id={id} /> : id;
}
