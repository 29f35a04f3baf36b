import { useEffect, useRef } from 'react';

/**
 * Moves the focus to the heading of a page that has just been opened, so that a screen reader starts there and
 * not in the menu that led to it. The page's chunk may still be under way: its heading is awaited.
 */
export function useFocusedHeading(path: string): void {
  const previous = useRef(path);
  useEffect(() => {
    if (previous.current === path) return undefined;
    previous.current = path;
    if (focusHeading()) return undefined;
    const observer = new MutationObserver(() => {
      if (focusHeading()) observer.disconnect();
    });
    observer.observe(document.body, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [path]);
}

function focusHeading(): boolean {
  const heading = document.querySelector('h1');
  if (heading === null) return false;
  heading.tabIndex = -1;
  heading.focus();
  return true;
}
