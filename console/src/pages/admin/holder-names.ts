import type { Operator } from '../../../../client/client.ts';
import { shortenIdentifier } from '../../values/identifiers.ts';
import { adminText } from './messages.ts';

/** Names an operator or service as far as the directory does. */
export function describeHolder({ id, name, preferred_username, forgotten_at }: Operator): string {
  if (forgotten_at !== undefined) return adminText('nameRemoved');
  return name ?? preferred_username ?? shortenIdentifier(id);
}
