/** The state machine that works on a batch, without the stage, by the type of event that it starts from. */
export const BATCH_MACHINES = {
  'regulatory_export.requested': 'regulatory-export',
  'legacy_import.requested': 'legacy-import',
} as const;
