// Starts the console: settings, then the sign-in, then the pages.
import '@cloudscape-design/global-styles/index.css';
import './app/app.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { forgetDrafts } from './api/submissions/drafts.ts';
import { App, StartFailure } from './app/app.tsx';
import { followColorScheme } from './app/color-scheme.ts';
import { readConsoleSettings } from './session/console-settings.ts';
import { ConsoleSession } from './session/console-session.ts';

followColorScheme();
const root = createRoot(document.querySelector('#root') ?? document.body);

try {
  const settings = await readConsoleSettings();
  const session = new ConsoleSession(settings, forgetDrafts);
  await session.start();
  root.render(
    <StrictMode>
      <App settings={settings} session={session} />
    </StrictMode>,
  );
} catch (error) {
  root.render(<StartFailure error={error instanceof Error ? error : new Error(String(error))} />);
}
