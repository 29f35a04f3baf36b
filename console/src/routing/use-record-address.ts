import { useRouter } from '@tanstack/react-router';
import { findRecordAddress } from './record-address.ts';

/** Finds where the console shows a record. */
export function useRecordAddress(): (id: string) => string | undefined {
  const { routesByPath } = useRouter();
  return (id) => findRecordAddress(id, Object.keys(routesByPath));
}
