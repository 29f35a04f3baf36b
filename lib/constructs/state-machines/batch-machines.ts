/** The state machine of each type of batch, without the stage, by the type of the event that starts it. */
export const BATCH_MACHINES = {
  'regulatory_export.requested': 'regulatory-export',
  'legacy_import.requested': 'legacy-import',
  'period_close.applied': 'period-close',
} as const;
