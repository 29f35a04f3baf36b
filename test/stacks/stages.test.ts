// The times of a stage that must fit together.
import { App } from 'aws-cdk-lib';
import { expect, test } from '@jest/globals';
import { CACHE_MS } from '../../functions/ledger/timed-cache.ts';
import { refuseUnknownFunctions } from '../../lib/config/limits.ts';
import { readStage } from '../../lib/config/stages.ts';

// A posting may decide on settings of its cache and use all the time of its function (ADR 088).
test.each(['local', 'development', 'production'])(
  'in the stage %s a closing waits for every posting that old settings accepted',
  (stage) => {
    const { periodSettleSeconds, functionTimeoutSeconds } = readStage(
      new App({ context: { stage } }).node,
    );

    expect(periodSettleSeconds * 1_000).toBeGreaterThan(CACHE_MS + functionTimeoutSeconds * 1_000);
  },
);

test('evidence is locked for years in production, and for days in stages that are deleted', () => {
  const days = ['production', 'acceptance', 'development', 'test'].map(
    (stage) => readStage(new App({ context: { stage } }).node).evidenceRetentionDays,
  );

  expect(days).toEqual([3_653, 3_653, 3, 3]);
});

test('refuses issuers that the authorizer would not start with', () => {
  const issuer = { issuer: 'https://id.example', jwks_uri: 'https://id.example/jwks' };
  const issuers = JSON.stringify([{ ...issuer, audiense: 'countinghouse' }]);

  const read = () => readStage(new App({ context: { issuers } }).node);

  expect(read).toThrow('unknown members of an issuer: audiense');
});

test.each(['http://witness.example/w1', 'ftp://witness.example', 'witness.example', ''])(
  'refuses a witness at %j, whose cosignature anyone on the way could keep back',
  (url) => {
    const witnesses = JSON.stringify([{ url, key: 'witness.example/w1+00000000+AA==' }]);

    expect(() => readStage(new App({ context: { witnesses } }).node)).toThrow(
      'the url of a witness must be https',
    );
  },
);

test('refuses a web ACL that API Gateway cannot use', () => {
  const read = (webAcl: string) => readStage(new App({ context: { webAcl } }).node).webAcl;
  const regional = 'arn:aws:wafv2:eu-central-1:123456789012:regional/webacl/bank/0a1b';

  expect(read(regional)).toBe(regional);
  const refused = 'webAcl must be the ARN of a regional web ACL';
  expect(() => read('bank')).toThrow(refused);
  expect(() => read(regional.replace('regional', 'global'))).toThrow(refused);
});

test('refuses reserved concurrency that is no number or that no function has', () => {
  const read = (reserved: object) =>
    readStage(new App({ context: { reservedConcurrency: JSON.stringify(reserved) } }).node)
      .reservedConcurrency;

  expect(read({ authorize: 100 })).toEqual({ authorize: 100 });
  expect(() => read({ authorize: 0 })).toThrow('authorize needs a positive whole number');
  const refuse = () => refuseUnknownFunctions({ authorise: 5 }, ['authorize']);
  expect(refuse).toThrow('there is no function authorise');
});
