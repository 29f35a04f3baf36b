import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useRouter } from '@tanstack/react-router';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { ErrorPanel } from '../parts/error-panel.tsx';
import { appText } from './app-messages.ts';

/** What stands in the place of a page that could not be shown; the menus around it stay. */
export function PageFailure({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const tryAgain = () => {
    reset();
    void router.invalidate();
  };
  return (
    <SpaceBetween size="m">
      <Header variant="h1">{appText('pageFailedTitle')}</Header>
      <ErrorPanel
        error={error instanceof Error ? error : new Error(String(error))}
        onTryAgain={tryAgain}
      />
    </SpaceBetween>
  );
}
