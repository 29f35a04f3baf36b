import { useEffect, useState } from 'react';

/** What is being typed is judged after this much quiet. */
const QUIET_MS = 400;

/** The value, once it has not changed for that long. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), QUIET_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
