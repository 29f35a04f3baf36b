import { controllableOperations } from '../../../schemas/generated/controllable-operations.ts';
import { replaceControls as contract } from '../../../schemas/generated/operations/replace-controls.ts';
import { refuseInvalidControls } from '../../domain/controls/control-check.ts';
import { replaceControls } from '../../domain/controls/controls.ts';
import { buildControlsReplacedEvent } from '../../events/controls.ts';
import { commit } from '../../ledger/commit/commit.ts';
import { buildControlsWrite, readControlsToReplace } from '../../ledger/controls/controls.ts';
import { operation } from '../../runtime/operation.ts';
import { toControlsView } from '../../views/controls/controls.ts';

export const handler = operation(contract, async ({ body, session, now }) => {
  refuseInvalidControls(body.controls, controllableOperations);
  const controls = replaceControls(await readControlsToReplace(session), body.controls, now);
  return commit(session, {
    writes: [buildControlsWrite(session, controls)],
    events: [buildControlsReplacedEvent(controls)],
    status: 200,
    body: toControlsView(controls),
  });
});
