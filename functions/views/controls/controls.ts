import type { Controls } from '../../domain/controls/controls.ts';
import type { ChangeRequest } from '../../domain/requests/change-requests.ts';
import { controlsFields } from '../../ledger/controls/items.ts';
import { changeRequestFields } from '../../ledger/requests/change-items.ts';
import type {
  ChangeRequest as ChangeRequestBody,
  Controls as ControlsBody,
} from '../../../schemas/generated/types.ts';

export function toControlsView(controls: Controls): ControlsBody {
  return controlsFields.toView(controls) as ControlsBody;
}

export function toChangeRequestView(request: ChangeRequest): ChangeRequestBody {
  const { id, ...about } = changeRequestFields.toView(request);
  return { id, ...about } as ChangeRequestBody;
}
