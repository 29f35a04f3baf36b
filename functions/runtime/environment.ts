// Reads the environment when a container starts; no other module does.

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

/** The tables of the ledger, for functions whose row uses them. */
export function readLedgerEnvironment() {
  return {
    ledgerTable: requireVariable('LEDGER_TABLE'),
    receiptsTable: requireVariable('RECEIPTS_TABLE'),
    projectionsTable: process.env['PROJECTIONS_TABLE'],
    intentsTable: process.env['INTENTS_TABLE'],
    webhooksTable: process.env['WEBHOOKS_TABLE'],
    generationReuseMs: readGenerationReuse(),
    shards: requirePositiveInteger('WRITE_SHARDS'),
  };
}

function readGenerationReuse(): number | undefined {
  const name = 'GENERATION_REUSE_MS';
  return process.env[name] === undefined ? undefined : requirePositiveInteger(name);
}

/** The role for sessions of one tenant; undefined on a stage without them. */
export function readTenantRole(): string | undefined {
  return process.env['TENANT_ROLE'];
}

/** The bucket of artifacts. */
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

/** The bucket of the evidence logs. */
export function readEvidenceBucket(): string {
  return requireVariable('EVIDENCE_BUCKET');
}

/** The bucket of the evidence logs, the key that signs them, and the start of the names of new ones. */
export function readSigningEnvironment() {
  return {
    bucket: readEvidenceBucket(),
    signingKey: requireVariable('EVIDENCE_SIGNING_KEY'),
    origin: requireVariable('EVIDENCE_ORIGIN'),
  };
}

/** What signing the evidence logs needs, and the witnesses. */
export function readEvidenceEnvironment() {
  return {
    ...readSigningEnvironment(),
    witnesses: JSON.parse(requireVariable('EVIDENCE_WITNESSES')) as readonly {
      readonly url: string;
      readonly key: string;
    }[],
  };
}

/** The seconds between the end of a period and its export. */
export function readSettleSeconds(): number {
  return Number(requireVariable('SETTLE_SECONDS'));
}

/** The seconds between the start of the closing of an accounting period and its sum. */
export function readPeriodSettleSeconds(): number {
  return Number(requireVariable('PERIOD_SETTLE_SECONDS'));
}

/** The retention of an import report in days, counted from the request. */
export function readImportRetentionDays(): number {
  return requirePositiveInteger('IMPORT_RETENTION_DAYS');
}

/** The origin of the operators' console; undefined for a stage without one. */
export function readConsoleOrigin(): string | undefined {
  return process.env['CONSOLE_ORIGIN'];
}

/** The APIs that the reference documents, and the issuer for signing in. */
export function readReferenceEnvironment() {
  return {
    api: requireVariable('API'),
    issuers: process.env['ISSUERS'],
    clientId: requireVariable('REFERENCE_CLIENT_ID'),
    consoleOrigin: readConsoleOrigin(),
  };
}

/** Whom webhooks may call: the internet alone, or this machine too. */
export function readWebhookReach(): 'INTERNET' | 'LOOPBACK' {
  const reach = requireVariable('WEBHOOK_REACH');
  if (reach === 'INTERNET' || reach === 'LOOPBACK') return reach;
  throw new Error('WEBHOOK_REACH is neither INTERNET nor LOOPBACK');
}

/** The bus for published events. */
export function readPublisherEnvironment() {
  return { bus: requireVariable('EVENT_BUS') };
}
