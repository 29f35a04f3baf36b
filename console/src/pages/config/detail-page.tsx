import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Spinner from '@cloudscape-design/components/spinner';
import type { ReactNode } from 'react';
import { ErrorPanel } from '../../parts/error-panel.tsx';
import { useDelay } from '../../parts/use-delay.ts';

interface DetailPageProps {
  readonly title: string;
  readonly info?: ReactNode;
  readonly actions?: ReactNode;
  readonly reading: {
    readonly isPending: boolean;
    readonly error: Error | null;
    readonly refetch?: () => Promise<unknown>;
  };
  readonly children: ReactNode;
}

/** A page with the details of one record, while it is read, and if that fails. */
export function DetailPage({ title, info, actions, reading, children }: DetailPageProps) {
  const isLoading = useDelay(reading.isPending);
  return (
    <SpaceBetween size="m">
      <Header variant="h1" info={info} actions={actions}>
        {title}
      </Header>
      {reading.error !== null && (
        <ErrorPanel error={reading.error} onTryAgain={() => void reading.refetch?.()} />
      )}
      {isLoading && <Spinner size="large" />}
      {children}
    </SpaceBetween>
  );
}
