import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Alert from '@cloudscape-design/components/alert';
import Header from '@cloudscape-design/components/header';
import { I18nProvider } from '@cloudscape-design/components/i18n';
import english from '@cloudscape-design/components/i18n/messages/all.en';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { ApiContext, buildApiClients } from '../api/api-clients.ts';
import { buildQueryClient } from '../api/queries.ts';
import { partsText } from '../parts/parts-messages.ts';
import type { ConsoleSettings } from '../session/console-settings.ts';
import type { ConsoleSession } from '../session/console-session.ts';
import { SessionContext, useSession, useSessionState } from '../session/session-context.tsx';
import { appText } from './app-messages.ts';
import { buildRouter } from './router.tsx';

interface AppProps {
  readonly settings: ConsoleSettings;
  readonly session: ConsoleSession;
}

export function App({ settings, session }: AppProps) {
  return (
    <I18nProvider locale="en" messages={[english]}>
      <SessionContext value={session}>
        <SignedInPages settings={settings} />
      </SessionContext>
    </I18nProvider>
  );
}

function SignedInPages({ settings }: { readonly settings: ConsoleSettings }) {
  const state = useSessionState();
  if (state.kind === 'starting') return null;
  if (state.kind === 'signed-out') return <SignedOutPage reason={state.reason} />;
  // Another operator starts with nothing of this one: no cache, no form.
  return <OperatorPages key={state.operator.id} settings={settings} />;
}

function OperatorPages({ settings }: { readonly settings: ConsoleSettings }) {
  const session = useSession();
  const [clients] = useState(() => buildApiClients(settings, session));
  const [queries] = useState(buildQueryClient);
  const [router] = useState(buildRouter);
  return (
    <ApiContext value={clients}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </ApiContext>
  );
}

function SignedOutPage({ reason }: { readonly reason: string | undefined }) {
  const session = useSession();
  return (
    <SinglePage title={appText('signedOutTitle')}>
      {reason === undefined ? (
        <Box>{appText('signedOutSentence')}</Box>
      ) : (
        <Alert type="error" header={appText('refusedTitle')}>
          {reason}
        </Alert>
      )}
      <Button variant="primary" onClick={() => void session.signIn()}>
        {appText('signIn')}
      </Button>
    </SinglePage>
  );
}

/** What is shown when not even the settings could be read. */
export function StartFailure({ error }: { readonly error: Error }) {
  return (
    <SinglePage title={appText('startFailedTitle')}>
      <Alert type="error">{error.message}</Alert>
      <Button onClick={() => location.reload()}>{partsText('tryAgain')}</Button>
    </SinglePage>
  );
}

function SinglePage({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <main className="single-page">
      <SpaceBetween size="m">
        <Header variant="h1">{title}</Header>
        {children}
      </SpaceBetween>
    </main>
  );
}
