// The times of a stage that must fit together.
import { App } from 'aws-cdk-lib';
import { expect, test } from '@jest/globals';
import { CACHE_MS } from '../../functions/ledger/timed-cache.ts';
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
