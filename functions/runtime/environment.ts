// The one place that reads the environment: checked when a container starts, loudly.

/** Throws when the variable is missing: a function without its configuration must not start. */
export function requireVariable(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '')
    throw new Error(`environment variable ${name} is not set`);
  return value;
}

function requirePositiveInteger(name: string): number {
  const value = Number(requireVariable(name));
  if (!Number.isInteger(value) || value < 1) throw new Error(`${name} is not a positive number`);
  return value;
}

/** Where the ledger is kept, for functions whose row uses it. */
export function readLedgerEnvironment() {
  return {
    ledgerTable: requireVariable('LEDGER_TABLE'),
    receiptsTable: requireVariable('RECEIPTS_TABLE'),
    projectionsTable: process.env['PROJECTIONS_TABLE'],
    shards: requirePositiveInteger('WRITE_SHARDS'),
  };
}

/** Where artifacts are kept. */
export function objectLockEnvironment() {
  return {
    name: requireVariable('ARTIFACTS_BUCKET'),
    lockMode: requireVariable('ARTIFACT_LOCK_MODE') as 'COMPLIANCE' | 'GOVERNANCE',
  };
}

/** The ARN of the state machine that each type of event starts. */
export function readMachinesEnvironment(): Readonly<Record<string, string>> {
  return JSON.parse(requireVariable('STATE_MACHINES')) as Record<string, string>;
}

/** How long after its period an export reads, in seconds. */
export function readSettleSeconds(): number {
  return Number(requireVariable('SETTLE_SECONDS'));
}

/** How long the report of an import cannot be deleted, in days from the request on. */
export function readImportRetentionDays(): number {
  return requirePositiveInteger('IMPORT_RETENTION_DAYS');
}

/** What the API reference is of, and whom its reader signs in with. */
export function readReferenceEnvironment() {
  return {
    api: requireVariable('API'),
    issuers: process.env['ISSUERS'],
    clientId: requireVariable('REFERENCE_CLIENT_ID'),
  };
}

/** The bus that events are published on. */
export function readPublisherEnvironment() {
  return { bus: requireVariable('EVENT_BUS') };
}
