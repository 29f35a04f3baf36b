import { useEffect, useRef, useState } from 'react';

/** Moves the focus to the first field that is marked as wrong, each time that this is asked for. */
export function useFocusedFault() {
  const formRef = useRef<HTMLDivElement>(null);
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (count === 0) return;
    formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [count]);
  return { formRef, focusFault: () => setCount((before) => before + 1) };
}
