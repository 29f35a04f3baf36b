// The times of a stage that must fit together.
import { expect, test } from '@jest/globals';
import { CACHE_MS } from '../../functions/ledger/timed-cache.ts';
import { refuseUnknownFunctions } from '../../lib/config/limits.ts';
import type { StageSettings } from '../../lib/config/stage-settings.ts';
import { readStage } from '../../lib/config/stages.ts';
import { SETTINGS as development } from '../../stages/development.ts';
import { SETTINGS as local } from '../../stages/local.ts';
import { SETTINGS as testing } from '../../stages/test.ts';

const read = (settings: unknown) => readStage('stage', settings as StageSettings);

// A posting may decide on settings of its cache and use all the time of its function (ADR 088).
test.each(Object.entries({ local, development, default: {} }))(
  'in the stage %s a closing waits for every posting that old settings accepted',
  (_, settings) => {
    const { periodSettleSeconds, functionTimeoutSeconds } = read(settings);

    expect(periodSettleSeconds * 1_000).toBeGreaterThan(CACHE_MS + functionTimeoutSeconds * 1_000);
  },
);

test('evidence is locked for years by default, and for days in stages that are deleted', () => {
  const days = [{}, development, testing].map((settings) => read(settings).evidenceRetentionDays);

  expect(days).toEqual([3_653, 3, 3]);
});

test('refuses issuers that the authorizer would not start with', () => {
  const issuer = { issuer: 'https://id.example', jwks_uri: 'https://id.example/jwks' };
  const whole = { ...issuer, audience: 'countinghouse' };
  const misspelt = [{ ...issuer, audiense: 'countinghouse' }];

  expect(() => read({ issuers: misspelt })).toThrow('unknown members of an issuer: audiense');
  expect(() => read({ issuers: [issuer] })).toThrow('audience is missing');
  expect(() => read({ issuers: [{ ...whole, jwks_uri: 'http://id.example/jwks' }] })).toThrow(
    'jwks_uri must be https',
  );
  expect(() => read({ issuers: [whole, whole] })).toThrow('names an issuer twice');
  expect(read({ issuers: [whole] }).issuers).toEqual([whole]);
});

test.each(['http://witness.example/w1', 'ftp://witness.example', 'witness.example', ''])(
  'refuses a witness at %j, whose cosignature anyone on the way could keep back',
  (url) => {
    const witnesses = [{ url, key: 'witness.example/w1+00000000+AA==' }];

    expect(() => read({ witnesses })).toThrow('the url of a witness must be https');
  },
);

test('refuses a web ACL that API Gateway cannot use', () => {
  const regional = 'arn:aws:wafv2:eu-central-1:123456789012:regional/webacl/bank/0a1b';

  expect(read({ webAcl: regional }).webAcl).toBe(regional);
  const refused = 'webAcl must be the ARN of a regional web ACL';
  expect(() => read({ webAcl: 'bank' })).toThrow(refused);
  expect(() => read({ webAcl: regional.replace('regional', 'global') })).toThrow(refused);
});

test('refuses reserved concurrency that is no number or that no function has', () => {
  const reserve = (reservedConcurrency: object) =>
    read({ reservedConcurrency }).reservedConcurrency;

  expect(reserve({ authorize: 100 })).toEqual({ authorize: 100 });
  expect(() => reserve({ authorize: 0 })).toThrow('authorize needs a positive whole number');
  const refuse = () => refuseUnknownFunctions({ authorise: 5 }, ['authorize']);
  expect(refuse).toThrow('there is no function authorise');
});
