import SpaceBetween from '@cloudscape-design/components/space-between';
import type { Controls } from '../../../../../client/client.ts';
import { useApi } from '../../../api/api-clients.ts';
import { requireData } from '../../../api/api-failure.ts';
import { useDraft } from '../../../api/submissions/use-draft.ts';
import { TextField } from '../../../parts/fields/text-field.tsx';
import { useIsPermitted } from '../../../session/session-context.tsx';
import { ChangeForm } from '../editing/change-form.tsx';
import { ControlFields } from './control-fields.tsx';
import { buildControlsRequest, toControlsInput } from './controls-draft.ts';
import { controlsText } from './messages.ts';
import { ControlTrialPanel } from './trial/control-trial-panel.tsx';

interface ControlsFormProps {
  readonly controls: Controls;
  readonly onClose: () => void;
}

/** Asks for other controls; another operator decides. */
export function ControlsForm({ controls, onClose }: ControlsFormProps) {
  const { ledger } = useApi();
  const draft = useDraft('controls', toControlsInput(controls.controls));
  const { input, change } = draft;
  const isReader = useIsPermitted(['finance.read']);
  return (
    <SpaceBetween size="m">
      <ChangeForm
        title={controlsText('formTitle')}
        operation="replaceControls"
        submitLabel={controlsText('submit')}
        draft={draft}
        describe={buildControlsRequest}
        build={() => buildControlsRequest(input)}
        send={async (body: ReturnType<typeof buildControlsRequest>, key) =>
          requireData(
            await ledger.PUT('/api/controls', {
              params: { header: { 'Idempotency-Key': key } },
              body,
            }),
          )
        }
        onClose={onClose}
      >
        {(isLocked, faults) => (
          <SpaceBetween size="m">
            <div>{controlsText('formSentence')}</div>
            <ControlFields
              controls={input.controls}
              onChange={(next) => change({ controls: next })}
              isLocked={isLocked}
              faults={faults}
            />
            <TextField
              label={controlsText('reason')}
              value={input.reason}
              isLocked={isLocked}
              onChange={(reason) => change({ reason })}
            />
          </SpaceBetween>
        )}
      </ChangeForm>
      {isReader && <ControlTrialPanel controls={buildControlsRequest(input).controls} />}
    </SpaceBetween>
  );
}
