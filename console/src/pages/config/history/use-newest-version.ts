import { useEffect, useRef } from 'react';
import type { RecordVersion } from '../../../../../client/client.ts';
import type { ListReading } from '../../../api/use-list.ts';

const READ_AGAIN_MS = 2_000;
/** A read model that is built again may take long; the list then says how far behind it is. */
const READS_MAX = 15;

/** Reads the list again until it has the version that holds now. */
export function useNewestVersion(
  list: ListReading<RecordVersion>,
  isCurrent: (newest: RecordVersion | undefined) => boolean,
): void {
  const reads = useRef(0);
  const { items, isReading, error, readAgain } = list;
  const isBehind = items !== undefined && error === null && !isCurrent(items[0]);
  useEffect(() => {
    if (!isBehind) reads.current = 0;
    if (!isBehind || isReading || reads.current >= READS_MAX) return undefined;
    const timer = setTimeout(() => {
      reads.current += 1;
      readAgain();
    }, READ_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [isBehind, isReading, readAgain]);
}
