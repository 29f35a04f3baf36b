// The dialogs that every page can open. They are loaded when they are opened first.
import { lazy, Suspense } from 'react';

export type ShellDialog = 'find' | 'keys';

const FindDialog = lazy(async () => {
  const { FindDialog: component } = await import('./find-dialog.tsx');
  return { default: component };
});
const ConsoleKeysDialog = lazy(async () => {
  const { ConsoleKeysDialog: component } = await import('./console-keys-dialog.tsx');
  return { default: component };
});

interface ShellDialogsProps {
  readonly open: ShellDialog | undefined;
  readonly onClose: () => void;
}

export function ShellDialogs({ open, onClose }: ShellDialogsProps) {
  return (
    <Suspense>
      {open === 'find' && <FindDialog onClose={onClose} />}
      {open === 'keys' && <ConsoleKeysDialog onClose={onClose} />}
    </Suspense>
  );
}
