// The parts of a ledger, of which each is a stack.

export type StackPart =
  | 'data'
  | 'identity'
  | 'projections'
  | 'webhooks'
  | 'ledger'
  | 'workbench'
  | 'evidence'
  | 'batches'
  | 'verification'
  | 'observability'
  | 'backup'
  | 'canary'
  | 'console'
  | 'firewall'
  | 'certificate';

/** The parts with data, keys or logs of their own. */
export const STATEFUL = new Set<StackPart>([
  'data',
  'identity',
  'projections',
  'evidence',
  'backup',
]);
