import Alert from '@cloudscape-design/components/alert';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../api/api-clients.ts';
import { requireData } from '../../api/api-failure.ts';
import { useOperationKey } from '../../api/queries.ts';
import { PageLink } from '../../routing/page-link.tsx';
import { findMonthEnd, formatMonth } from '../../values/calendar-dates.ts';
import { periodsText } from './messages.ts';

/** Whether the control accounts agree at the end of the month, before it is closed. */
export function TieOutNotice({ month }: { readonly month: string }) {
  const { ledger } = useApi();
  const query = { as_of: findMonthEnd(month), limit: 1 };
  const queryKey = useOperationKey('getTieOut', query);
  const { data } = useQuery({
    queryKey,
    queryFn: async () =>
      requireData(await ledger.GET('/api/general-ledger/tie-out', { params: { query } })),
  });
  if (data === undefined) return null;
  const count = data.totals.reduce((sum, { differing_codes }) => sum + differing_codes, 0);
  const period = formatMonth(month);
  if (count === 0) return <Alert type="success">{periodsText('tied', { period })}</Alert>;
  return (
    <Alert type="warning">
      {periodsText('differing', { count, period })}{' '}
      <PageLink to="/gl/tie-out" search={{ as_of: query.as_of }}>
        {periodsText('openTieOut')}
      </PageLink>
    </Alert>
  );
}
