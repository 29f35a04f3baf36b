// The dialogs that every page can open. They are loaded when they are opened first.
import { loadPart } from '../../../parts/load-part.tsx';

export type ShellDialog = 'find' | 'keys';

const FindDialog = loadPart(async () => (await import('./find-dialog.tsx')).FindDialog);
const ConsoleKeysDialog = loadPart(
  async () => (await import('./console-keys-dialog.tsx')).ConsoleKeysDialog,
);

interface ShellDialogsProps {
  readonly open: ShellDialog | undefined;
  readonly onClose: () => void;
}

export function ShellDialogs({ open, onClose }: ShellDialogsProps) {
  return (
    <>
      {open === 'find' && <FindDialog onClose={onClose} />}
      {open === 'keys' && <ConsoleKeysDialog onClose={onClose} />}
    </>
  );
}
