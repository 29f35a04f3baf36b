import { controllableOperations } from '../../../schemas/generated/controllable-operations.ts';
import { replaceControls } from '../../../schemas/generated/operations/replace-controls.ts';
import { commitControls } from '../../controls/commit-controls.ts';
import { refuseInvalidControls } from '../../domain/controls/control-check.ts';
import { readControlsToReplace } from '../../ledger/controls/controls.ts';
import { operation } from '../../runtime/operation.ts';

export const handler = operation(replaceControls, async ({ body, session, now }) => {
  refuseInvalidControls(body.controls, controllableOperations);
  const before = await readControlsToReplace(session);
  return commitControls(session, before, body.controls, now);
});
