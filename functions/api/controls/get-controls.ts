import { getControls } from '../../../schemas/generated/operations/get-controls.ts';
import { readControls } from '../../ledger/controls/controls.ts';
import { operation } from '../../runtime/operation.ts';
import { toControlsView } from '../../views/controls/controls.ts';

export const handler = operation(getControls, async ({ session }) => {
  return { body: toControlsView(await readControls(session)) };
});
