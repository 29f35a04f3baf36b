import { updateGeneralLedgerSettings } from '../../../schemas/generated/operations/update-general-ledger-settings.ts';
import {
  changeSettings,
  isEnforcedBy,
  refuseInvalidSettings,
} from '../../domain/general-ledger/settings.ts';
import { submitSettingsChange } from '../../domain/requests/general-ledger.ts';
import { buildSettingsUpdatedEvent } from '../../events/general-ledger.ts';
import { commit } from '../../ledger/commit/commit.ts';
import type { LedgerChange } from '../../ledger/commit/ledger-change.ts';
import { buildSettingsWrite, readSettingsToChange } from '../../ledger/general-ledger/settings.ts';
import { operation } from '../../runtime/operation.ts';
import { toGeneralLedgerSettingsView } from '../../views/general-ledger.ts';
import { commitSubmission } from '../accounting-periods/commit-submission.ts';

export const handler = operation(updateGeneralLedgerSettings, async ({ body, session, now }) => {
  const { reason = 'Change of the settings of the general ledger', ...change } = body;
  refuseInvalidSettings(change);
  const before = await readSettingsToChange(session);
  const settings = changeSettings(before, change, now);
  const applied: LedgerChange = {
    writes: [buildSettingsWrite(session, settings)],
    events: [buildSettingsUpdatedEvent(settings, '')],
    status: 200,
    body: toGeneralLedgerSettingsView(settings),
  };
  const isApproved = session.approvedRequestId !== undefined;
  if (isApproved || !(isEnforcedBy(before) || isEnforcedBy(settings))) {
    return commit(session, applied);
  }
  return commitSubmission(session, { reason, now, status: 202, effect: applied }, (submission) =>
    submitSettingsChange(change, submission),
  );
});
