import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../api/api-clients.ts';
import { requireData } from '../../api/api-failure.ts';
import { useOperationKey } from '../../api/queries.ts';
import { useOperator } from '../../session/session-context.tsx';
import { shortenIdentifier } from '../../values/identifiers.ts';
import { inboxText } from './messages.ts';

/** Names are given rarely; what a record says by its id stays true. */
const NAME_STALE_MS = 600_000;

/** The name of an operator by the directory; its id for one that the directory does not know. */
export function useOperatorName(operatorId: string | undefined): string {
  const { ledger } = useApi();
  const queryKey = useOperationKey('getOperator', { operatorId });
  const { data } = useQuery({
    queryKey,
    queryFn: async () =>
      requireData(
        await ledger.GET('/api/operators/{operatorId}', {
          params: { path: { operatorId: operatorId ?? '' } },
        }),
      ),
    staleTime: NAME_STALE_MS,
    enabled: operatorId !== undefined,
  });
  return data?.name ?? data?.preferred_username ?? shortenIdentifier(operatorId ?? '');
}

interface OperatorNameProps {
  readonly id: string;
  /** If the record has it. */
  readonly name?: string | undefined;
}

export function OperatorName({ id, name }: OperatorNameProps) {
  const { id: own } = useOperator();
  const known = useOperatorName(name === undefined && id !== own ? id : undefined);
  return <span title={id}>{id === own ? inboxText('you') : (name ?? known)}</span>;
}
