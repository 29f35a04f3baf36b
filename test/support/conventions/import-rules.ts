// What each folder may import, for test/conventions/imports.test.ts.
import { CONSOLE_IMPORTS } from './console-imports.ts';

const functions = (...paths: string[]) => paths.map((path) => `functions/${path}`);
const OPERATIONS = 'functions/operations/operations.ts';
const SCHEMAS = 'schemas/generated/';

/**
 * What the files of a folder may import in addition to packages and the folder itself: folders, which end in a
 * slash, and files.
 */
export const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'client/': ['schemas/generated/types.ts'],
  ...CONSOLE_IMPORTS,
  'functions/domain/': [],
  'functions/operations/': functions('domain/refusals/'),
  'functions/ledger/': functions('domain/'),
  'functions/artifacts/': [],
  'functions/views/': [...functions('domain/', 'ledger/'), SCHEMAS],
  'functions/events/': functions('domain/', 'ledger/', 'views/'),
  'functions/controls/': functions('domain/', 'ledger/', 'views/', 'events/'),
  'functions/runtime/': functions('domain/', 'ledger/', 'operations/', 'controls/'),
  'functions/api/': [
    ...functions('domain/', 'ledger/', 'artifacts/', 'views/', 'events/', 'controls/', 'runtime/'),
    'functions/evidence/',
    // The records of administration are in the table of the identity service.
    'functions/identity/storage/',
    SCHEMAS,
  ],
  'functions/authorizer/': functions(
    'domain/values/service-subjects.ts',
    'runtime/',
    'identity/storage/',
    'identity/revocation/revocations.ts',
    'identity/malformed-signature.ts',
    'identity/permissions.ts',
  ),
  'functions/identity/': functions('runtime/', 'domain/values/service-subjects.ts'),
  'functions/reference/': functions('authorizer/issuers.ts', 'runtime/', 'operations/'),
  'functions/verification/': functions(
    'domain/',
    'ledger/',
    'artifacts/',
    'evidence/',
    'views/',
    'runtime/',
  ),
  'functions/canary/': functions('runtime/'),
  'functions/evidence/': functions('domain/', 'ledger/', 'artifacts/', 'runtime/'),
  'functions/projections/': functions('domain/', 'ledger/', 'runtime/'),
  'functions/publisher/': functions('domain/', 'ledger/', 'runtime/'),
  // What is sent to a webhook is what is published on the bus.
  'functions/webhooks/': functions('domain/', 'ledger/', 'runtime/', 'publisher/event-envelope.ts'),
  'functions/batches/': [
    ...functions(
      'domain/',
      'ledger/',
      'artifacts/',
      'evidence/',
      'views/',
      'events/',
      'controls/',
      'runtime/',
    ),
    // The names of operators, for manifests.
    'functions/identity/storage/',
  ],

  // The deployment uses the table of operations, the check of the issuers, the headers that the gateway adds, and
  // names of what it creates.
  'lib/': [
    OPERATIONS,
    ...functions('operations/cross-origin/', 'ledger/store/indexes.ts'),
    ...functions('artifacts/locations.ts', 'authorizer/issuers.ts', 'authorizer/tenant-limits.ts'),
  ],

  // The runner uses no operation, because it runs any template. Its start creates the demo operators and clients.
  'local/': [
    ...functions('identity/administration/', 'identity/permissions.ts'),
    'functions/identity/sign-in/password.ts',
    'lib/constructs/reference/reference-client.ts',
    'lib/constructs/console/site-headers.ts',
  ],

  // The names under which a stage publishes its tables.
  'commands/': ['lib/constructs/storage/stored-tables.ts'],
  // Asks whether a runner uses the data folder.
  'commands/administration/': [
    'commands/',
    // Schedules in words.
    'client/',
    ...functions('controls/', 'identity/', 'runtime/'),
    // A tenant of another issuer leaves a trace in the ledger alone.
    ...functions('ledger/evidence/head.ts', 'ledger/store/store.ts'),
    // The format of its secret, and the name under which a stage publishes it.
    'functions/canary/canary-credentials.ts',
    'lib/constructs/lambda/canary.ts',
    SCHEMAS,
    'local/start/data-folder.ts',
  ],
  // An auditor checks an artifact with the formats and the hash chain, without the tables.
  'commands/artifact-check/': [
    'commands/',
    ...functions('domain/', 'batches/export/export-manifest.ts', 'ledger/journal/hash-chain.ts'),
  ],
  // An auditor checks evidence with the formats of the log and of exports, without the tables.
  'commands/evidence/': ['commands/', ...functions('domain/', 'batches/export/export-manifest.ts')],
  'commands/demo/': ['client/', 'commands/'],
  'commands/export/': ['client/', 'commands/', 'functions/domain/exports/'],
  // Redrives and rebuilds call the code of the stream consumers.
  'commands/projections/': [
    'commands/',
    ...functions('domain/', 'ledger/', 'projections/', 'publisher/', 'runtime/'),
    'lib/constructs/',
    'local/cloudformation/',
    'local/streams/',
  ],
  // Maintains the evidence logs, in the tables and in the bucket.
  'commands/sealing/': ['commands/', ...functions('domain/', 'ledger/', 'artifacts/', 'evidence/')],
  // Uses a stage as its canary does.
  'commands/prove/': ['commands/', 'functions/canary/', 'lib/constructs/lambda/canary.ts'],
  // Sets up restored tables as the stacks do, and verifies the ledger that they make.
  'commands/restore/': [
    'commands/',
    ...functions('ledger/store/store.ts', 'verification/'),
    'lib/constructs/storage/stored-tables.ts',
  ],
  'commands/token/': ['client/', 'commands/', 'functions/identity/permissions.ts'],
  // The command of the client package is bundled: it knows the service by its API.
  'commands/events/': ['commands/', 'local/events/'],
  // What is remembered of sign-ins is the client's, and locked as a data folder is.
  'commands/selection/': ['client/', 'commands/', 'local/start/locking/file-lock.ts'],
  'commands/countinghouse/': [
    'client/',
    'commands/',
    // A file is read as the API reads a body.
    ...functions('identity/permissions.ts', 'runtime/json.ts'),
  ],
  'commands/verification/': [
    'commands/',
    ...functions('artifacts/object-lock-bucket.ts', 'ledger/store/store.ts', 'verification/'),
    'local/cloudformation/',
  ],

  // The pages document lists that are data of the domain.
  'tools/contract/': [
    OPERATIONS,
    // The generated code names this file.
    'schemas/generated/types.ts',
    'tools/samples/',
    ...functions('domain/refusals/refusals.ts', 'domain/exports/', 'runtime/contract.ts'),
    ...functions('domain/states/state-machines.ts', 'domain/values/'),
    ...functions('domain/evidence/'),
    'lib/constructs/findings/',
  ],
  'tools/samples/': [OPERATIONS],
  'tools/screenshots/': ['commands/'],
  'tools/verifier/': ['lib/constructs/'],
  'tools/package/': ['lib/constructs/', 'tools/verifier/'],
  'tools/scale/': ['tools/'],
  'tools/releases/': ['local/cloudformation/'],
  'tools/mutation/': ['test/support/run/native-environment.js'],
  'tools/metering/': [OPERATIONS, 'local/'],
  // The costs of the projector are measured batch by batch, without the stream.
  'tools/costs/': [
    OPERATIONS,
    'tools/',
    ...functions('ledger/', 'projections/project-stream-batch.ts', 'runtime/receipt-record.ts'),
    ...functions('verification/nightly/segment-sizes.ts'),
    'lib/constructs/state-machines/verification-tasks.ts',
    'commands/',
    'local/',
  ],
  // The benchmarks measure parts in isolation, and write the records and receipts of a year of postings.
  'tools/bench/': [
    OPERATIONS,
    'tools/',
    ...functions('domain/', 'ledger/', 'artifacts/', 'batches/', 'verification/', 'views/'),
    'functions/projections/rebuild/rebuild.ts',
    'commands/',
    'lib/constructs/',
    'local/',
  ],
  // The soak test and the exercise rebuild projections and verify the ledger without a command.
  'tools/soak/': [
    OPERATIONS,
    'tools/',
    ...functions('domain/', 'ledger/', 'artifacts/', 'evidence/', 'verification/verify.ts'),
    'functions/projections/rebuild/rebuild.ts',
    'client/',
    'commands/',
    'local/',
  ],
  'tools/exercise/': [
    'tools/',
    'lib/constructs/storage/stored-tables.ts',
    ...functions('domain/projections/projector.ts', 'verification/verify.ts'),
    'functions/projections/rebuild/rebuild.ts',
    'commands/',
    'local/',
  ],

  // The files of stages are data.
  'stages/': ['lib/config/stage-settings.ts'],

  'schemas/': ['functions/runtime/contract.ts'],
};
