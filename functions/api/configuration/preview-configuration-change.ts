import { previewConfigurationChange } from '../../../schemas/generated/operations/preview-configuration-change.ts';
import { describePreview, previewOperation, readCatchingControl } from '../../controls/preview.ts';
import { operation } from '../../runtime/operation.ts';
import { loadOperation } from '../controls/controlled-operations.ts';

export const handler = operation(previewConfigurationChange, async ({ body, session, now }) => {
  const { operation: name, request } = body;
  const stored = { path: request.path ?? {}, body: request.body };
  const { control, perform } = await loadOperation(name);
  const changing = { ...session, operation: name };
  const previewed = await previewOperation(changing, { stored, now, control }, (deciding) =>
    perform(deciding, stored, now),
  );
  // What does not exist is not found, as always.
  if (previewed.refusal?.status === 404) throw previewed.refusal;
  const catching = readCatchingControl(previewed);
  return { body: await describePreview(session, previewed, { control: catching, now }) };
});
