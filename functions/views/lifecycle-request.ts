import type { LifecycleRequest } from '../domain/requests/lifecycle.ts';
import { lifecycleFields } from '../ledger/requests/items.ts';
import type { AccountLifecycleRequest } from '../../schemas/generated/types.ts';

export function toLifecycleRequestView(request: LifecycleRequest): AccountLifecycleRequest {
  const { id, ...about } = lifecycleFields.toView(request);
  return { id, account_id: request.account.terms.id, ...about };
}
