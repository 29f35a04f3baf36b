import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isSingleKey } from '../../../parts/keys/pressed-keys.ts';
import { useOperator } from '../../../session/session-context.tsx';
import { listGoKeys } from '../navigation.ts';
import type { ShellDialog } from './shell-dialogs.tsx';

/** How long a `g` waits for the letter of a page. */
const GO_MS = 1_500;

/** The keys that work on every page: `g` and the letter of a page, `?`, and Ctrl+K. */
export function useConsoleKeys(openDialog: (dialog: ShellDialog) => void): void {
  const { history } = useRouter();
  const { permissions } = useOperator();
  useEffect(() => {
    const goKeys = listGoKeys(permissions);
    let goUntilMs = 0;
    const go = (event: KeyboardEvent) => {
      if (isFindKey(event)) {
        event.preventDefault();
        openDialog('find');
      }
      if (!isSingleKey(event)) return;
      const entry = event.timeStamp < goUntilMs ? goKeys.get(event.key) : undefined;
      goUntilMs = entry === undefined && event.key === 'g' ? event.timeStamp + GO_MS : 0;
      if (entry === undefined) return;
      event.preventDefault();
      history.push(entry.path);
    };
    const help = (event: KeyboardEvent) => {
      if (event.key !== '?' || !isSingleKey(event)) return;
      event.preventDefault();
      openDialog('keys');
    };
    // The letter after a `g` must not reach the keys of the page, of which one approves; its `?` comes first.
    window.addEventListener('keydown', go, { capture: true });
    window.addEventListener('keydown', help);
    return () => {
      window.removeEventListener('keydown', go, { capture: true });
      window.removeEventListener('keydown', help);
    };
  }, [history, openDialog, permissions]);
}

function isFindKey({ key, ctrlKey, metaKey, altKey, shiftKey, target }: KeyboardEvent): boolean {
  if (!(ctrlKey || metaKey) || altKey || shiftKey || key.toLowerCase() !== 'k') return false;
  return !(target instanceof Element) || target.closest('[role=dialog]') === null;
}
