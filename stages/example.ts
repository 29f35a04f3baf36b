import type { StageSettings } from '../lib/config/stage-settings.ts';

/** An example of a stage with domains: copy it to a file of your own, whose name is the name of the stage. */
export const SETTINGS: StageSettings = {
  env: { account: '123456789012', region: 'eu-central-1' },
  domain: {
    ledger: 'ledger.bank.example',
    workbench: 'workbench.bank.example',
    auth: 'id.bank.example',
    console: 'console.bank.example',
  },
  hostedZone: { hostedZoneId: 'Z0123456789ABCDEFGHIJ', zoneName: 'bank.example' },
  key: 'arn:aws:kms:eu-central-1:123456789012:key/00000000-0000-4000-8000-000000000000',
  webAcl: { requestsPerAddress: 60_000 },
  tenants: { ownLimits: { aurora: { requestsPerSecond: 400, burst: 800 } } },
  alarms: { email: 'ledger-oncall@bank.example' },
  tags: { 'bank:owner': 'core-banking' },
  costCentre: '4711',
  backup: { retentionDays: 35, lock: { mode: 'GOVERNANCE' } },
};
