import { useTenant } from '../api/use-tenant.ts';
import { formatInstant } from '../values/instants.ts';

/** An instant of the API in the time zone of the institution. */
export function Instant({ value }: { readonly value: string }) {
  const { timeZone } = useTenant();
  return <time dateTime={value}>{formatInstant(value, timeZone)}</time>;
}
