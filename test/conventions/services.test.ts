// Each AWS service and library is used only in some parts of functions/.
import { expect, test } from '@jest/globals';
import { listFiles, listImportedPackages, readText } from '../support/conventions/source-files.ts';

// The folders and files of functions/ that may use each service or library.
const ALLOWED_USERS: [string, RegExp, readonly string[]][] = [
  ['DynamoDB', /^@aws-sdk\/(client|lib|util)-dynamodb/, ['ledger/', 'identity/']],
  ['S3', /^@aws-sdk\/(client-s3|s3-)/, ['artifacts/']],
  [
    'Step Functions',
    /^@aws-sdk\/client-sfn/,
    ['publisher/batch-starter.ts', 'verification/nightly/verify-books.ts'],
  ],
  ['EventBridge', /^@aws-sdk\/client-eventbridge/, ['publisher/event-bus.ts']],
  ['Secrets Manager', /^@aws-sdk\/client-secrets-manager/, ['canary/', 'identity/']],
  ['the OpenID Provider', /^oidc-provider/, ['identity/']],
  ['Key Management', /^@aws-sdk\/client-kms/, ['evidence/signing-key.ts']],
  ['Security Token Service', /^@aws-sdk\/client-sts/, ['ledger/tenants/']],
  ['CEL', /^@marcbachmann\/cel-js/, ['domain/']],
  ['dinero', /^dinero\.js/, ['domain/']],
];

test.each(ALLOWED_USERS)('%s is used only where listed', (_, pattern, allowed) => {
  const users = listFiles('functions/**/*.ts').filter((file) =>
    listImportedPackages(file).some(pattern.test, pattern),
  );

  expect(users.length).toBeGreaterThan(0);
  expect(
    users.filter((file) => !allowed.some((path) => file.startsWith(`functions/${path}`))),
  ).toEqual([]);
});

test('only the runtime and entry points use Lambda', () => {
  const users = listFiles('functions/{domain,api,artifacts,publisher}/**/*.ts').filter((file) =>
    listImportedPackages(file).some((name) => /^aws-lambda$|powertools/.test(name)),
  );

  expect(users).toEqual([]);
});

test('every client of a service has a timeout', () => {
  // upload-link.ts only signs URLs and sends no requests.
  const clients = listFiles('functions/**/*.ts').filter(
    (file) => /new \w+Client\(/.test(readText(file)) && !file.endsWith('upload-link.ts'),
  );

  expect(clients.length).toBeGreaterThan(4);
  expect(
    clients.filter((file) => !/buildTimeBudget\(|throwOnRequestTimeout: true/.test(readText(file))),
  ).toEqual([]);
});

test('functions send requests of their own to key sets, witnesses, webhooks and our APIs alone, and run no text as code', () => {
  const reach = /\bfetch\(|node:(?:net|tls|dgram|http2|https|child_process|vm|worker_threads)'/;
  const serving = /\{[^}]*\b(?:get|request|createServer)\b[^}]*\} from 'node:http'/;
  const code = /\beval\(|new Function\(/;
  const files = listFiles('functions/**/*.ts').filter((file) =>
    [reach, serving, code].some((pattern) => pattern.test(readText(file))),
  );

  expect(files).toEqual([
    'functions/authorizer/key-sets.ts',
    'functions/canary/canary-calls.ts',
    'functions/evidence/witness-panel.ts',
    // The type of a socket, which is none.
    'functions/identity/lambda-http.ts',
    // Whether a text is an address.
    'functions/identity/sign-in/sign-in-attempts.ts',
    // Whether an address is public.
    'functions/webhooks/public-addresses.ts',
    'functions/webhooks/send-request.ts',
  ]);
});

test('no function knows where it runs', () => {
  const users = listFiles('functions/**/*.ts').filter((file) =>
    /AWS_ENDPOINT|countinghouse-local|isLocal|\bNODE_ENV\b/.test(readText(file)),
  );

  expect(users).toEqual([]);
});

test('every change of the ledger is one transaction, written in one module', () => {
  const writers = listFiles('functions/**/*.ts').filter((file) =>
    /\b((Transact|BatchWrite|Put|Update|Delete)(Item|Write)?Command|batchWrite)\b/.test(
      readText(file),
    ),
  );
  // These write other records: read models, the progress of a batch, the state of the evidence logs, what the
  // verification found, the deliveries of webhooks, and the table of the identity service; what an administrator adds
  // to receipts of earlier versions; and the intents of requests that wait, which are no records.
  const otherRecords =
    /^functions\/(identity\/|ledger\/(commit\/combining\/account-queue|projections\/|audit-events\/|versions\/|batches\/progress|evidence\/|adoption\/|verdicts\/|webhooks\/(?:deliveries|secrets)))/;

  expect(writers.filter((file) => !otherRecords.test(file))).toEqual([
    'functions/ledger/commit/transaction/send-transaction.ts',
    // Writes what its callers name, and each of them counts as a writer too.
    'functions/ledger/store/batch-write.ts',
  ]);
});
