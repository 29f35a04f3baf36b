// A valid request of every operation, for tests and measurements that call all operations.
import type { OperationName } from '../../functions/operations/operations.ts';
import { accountingPeriodSamples } from './general-ledger/accounting-periods.ts';
import { accountSamples } from './accounts.ts';
import { auditSamples } from './audit.ts';
import { batchSamples } from './batches.ts';
import { changeRequestSamples } from './change-requests.ts';
import { configurationSamples } from './configuration/configuration.ts';
import { controlSamples } from './control.ts';
import { evidenceSamples } from './evidence/evidence.ts';
import { trialBalanceSamples } from './general-ledger/trial-balance.ts';
import { generalLedgerSamples } from './general-ledger/general-ledger.ts';
import { loanSamples } from './loans.ts';
import { productSamples } from './products.ts';
import { projectionSamples } from './projections.ts';
import type { Sample } from './sample.ts';
import { schemaSamples } from './schemas.ts';
import { systemSamples } from './system/system.ts';
import { versionSamples } from './versions.ts';
import { webhookSamples } from './webhooks/webhooks.ts';
import { workflowSamples } from './workflows.ts';

/** An operation without a sample does not compile. */
export const samples: Readonly<Record<OperationName, Sample>> = {
  ...accountSamples,
  ...controlSamples,
  ...changeRequestSamples,
  ...configurationSamples,
  ...generalLedgerSamples,
  ...accountingPeriodSamples,
  ...loanSamples,
  ...schemaSamples,
  ...productSamples,
  ...workflowSamples,
  ...batchSamples,
  ...projectionSamples,
  ...trialBalanceSamples,
  ...auditSamples,
  ...versionSamples,
  ...webhookSamples,
  ...evidenceSamples,
  ...systemSamples,
};

/** Operations that succeed only once per tenant. */
export const oncePerTenant: ReadonlySet<OperationName> = new Set<OperationName>([
  'createBusinessRegistrationSchema',
  'createLoanApprovalNotificationWorkflow',
  'createMonthlyFeeChargeWorkflow',
]);
