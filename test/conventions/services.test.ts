// Which part of functions/ uses which AWS service and library.
import { expect, test } from '@jest/globals';
import { filesIn, importedPackages, textOf } from '../support/conventions/source-files.ts';

// The folders or files of functions/ that may use each of them.
const KNOWN_BY: [string, RegExp, readonly string[]][] = [
  ['DynamoDB', /^@aws-sdk\/(client|lib|util)-dynamodb/, ['ledger/', 'identity/']],
  ['S3', /^@aws-sdk\/(client-s3|s3-)/, ['artifacts/']],
  ['Step Functions', /^@aws-sdk\/client-sfn/, ['publisher/batch-starter.ts']],
  ['EventBridge', /^@aws-sdk\/client-eventbridge/, ['publisher/event-bus.ts']],
  ['Secrets Manager', /^@aws-sdk\/client-secrets-manager/, ['identity/']],
  ['the OpenID Provider', /^oidc-provider/, ['identity/']],
  ['CEL', /^@marcbachmann\/cel-js/, ['domain/']],
  ['dinero', /^dinero\.js/, ['domain/']],
];

test.each(KNOWN_BY)('%s is used only where listed', (_, pattern, places) => {
  const knowing = filesIn('functions/**/*.ts').filter((file) =>
    importedPackages(file).some(pattern.test, pattern),
  );

  expect(knowing.length).toBeGreaterThan(0);
  expect(
    knowing.filter((file) => !places.some((place) => file.startsWith(`functions/${place}`))),
  ).toEqual([]);
});

test('only the runtime and entry points use Lambda', () => {
  const knowing = filesIn('functions/{domain,api,artifacts,publisher}/**/*.ts').filter((file) =>
    importedPackages(file).some((name) => /^aws-lambda$|powertools/.test(name)),
  );

  expect(knowing).toEqual([]);
});

test('every client of a service has a timeout', () => {
  // A client that only signs sends no requests.
  const calling = filesIn('functions/**/*.ts').filter(
    (file) => /new \w+Client\(/.test(textOf(file)) && !file.endsWith('upload-link.ts'),
  );

  expect(calling.length).toBeGreaterThan(4);
  expect(
    calling.filter((file) => !/buildTimeBudget\(|throwOnRequestTimeout: true/.test(textOf(file))),
  ).toEqual([]);
});

test('no function knows where it runs', () => {
  const knowing = filesIn('functions/**/*.ts').filter((file) =>
    /AWS_ENDPOINT|countinghouse-local|isLocal|\bNODE_ENV\b/.test(textOf(file)),
  );

  expect(knowing).toEqual([]);
});

test('every change of the ledger is one transaction, written in one module', () => {
  const writing = filesIn('functions/**/*.ts').filter((file) =>
    /\b(Transact|BatchWrite|Put|Update|Delete)(Item|Write)?Command\b/.test(textOf(file)),
  );
  // Not ledger records: read models, the progress of a batch, and the identity service's own table.
  const others = /^functions\/(identity\/|ledger\/(projections\/|batches\/progress))/;

  expect(writing.filter((file) => !others.test(file))).toEqual([
    'functions/ledger/commit/commit.ts',
  ]);
});
