// The keys of the cache. They start with the operator, so that no one sees what another one has read.
import { QueryClient } from '@tanstack/react-query';
import { useOperator } from '../session/session-context.tsx';

export type OperationParameters = Readonly<Record<string, string | number | boolean | undefined>>;

export type OperationKey = readonly [
  operator: string,
  operation: string,
  params: OperationParameters,
];

/** Makes the key of an operation's answer for the operator who is signed in. */
export function useOperationKey(operation: string, params: OperationParameters = {}): OperationKey {
  return useOperationKeys()(operation, params);
}

/** For requests whose parameters are not known before something is done. */
export function useOperationKeys() {
  const operator = useOperator().id;
  return (operation: string, params: OperationParameters = {}): OperationKey => [
    operator,
    operation,
    params,
  ];
}

/** The API's client repeats attempts by itself, and a refusal is final. */
export function buildQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: 10_000,
        refetchOnWindowFocus: true,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
