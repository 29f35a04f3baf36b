// The measurements of `npm run bench`, in this order. A new measurement is one file and one line
// here.
import { batches } from '../transfers/batches.ts';
import { coldStart } from './cold-start.ts';
import { evidence } from '../evidence/evidence.ts';
import { exportJournal } from './export-journal.ts';
import { history } from '../growth/history.ts';
import { hotAccounts } from './hot-accounts.ts';
import { importValidation } from './import-validation.ts';
import { latency } from '../load/latency.ts';
import type { Measurement } from '../report/measurement.ts';
import { projections } from './projections.ts';
import { rebuilds } from '../rebuilds/rebuilds.ts';
import { rules } from './rules.ts';
import { sealing } from '../evidence/sealing.ts';
import { startup } from './startup.ts';
import { tenantCredentials } from '../tenants/tenant-credentials.ts';
import { throughput } from '../transfers/throughput.ts';
import { token } from './token.ts';
import { trialBalance } from '../growth/trial-balance.ts';
import { verification } from '../verification/verification.ts';

export const measurements: readonly Measurement[] = [
  throughput,
  hotAccounts,
  batches,
  latency,
  rules,
  coldStart,
  startup,
  token,
  tenantCredentials,
  importValidation,
  exportJournal,
  verification,
  rebuilds,
  evidence,
  sealing,
  projections,
  trialBalance,
  history,
];
