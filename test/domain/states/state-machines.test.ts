import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { accountStatus } from '../../../functions/domain/accounts/transitions.ts';
import { batchStatus } from '../../../functions/domain/batches/transitions.ts';
import { decisionStatus } from '../../../functions/domain/requests/transitions.ts';
import { stateMachines } from '../../../functions/domain/states/state-machines.ts';
import { findNextState } from '../../../functions/domain/values/state-machine.ts';

// Every pair of a state and a trigger, as docs/contract.md says.
const account = {
  ACTIVE: { FREEZE: 'FROZEN', UNFREEZE: undefined, CLOSE: 'CLOSED' },
  FROZEN: { FREEZE: undefined, UNFREEZE: 'ACTIVE', CLOSE: 'CLOSED' },
  CLOSED: { FREEZE: undefined, UNFREEZE: undefined, CLOSE: undefined },
};
const decided = { apply: undefined, fail: undefined, reject: undefined, withdraw: undefined };
const decision = {
  PENDING_APPROVAL: { apply: 'APPLIED', fail: 'FAILED', reject: 'REJECTED', withdraw: 'REJECTED' },
  APPLIED: decided,
  REJECTED: decided,
  FAILED: decided,
};

const batch = {
  ACCEPTED: {
    'await upload': 'AWAITING_UPLOAD',
    start: 'RUNNING',
    complete: undefined,
    fail: 'FAILED',
  },
  AWAITING_UPLOAD: {
    'await upload': undefined,
    start: 'RUNNING',
    complete: undefined,
    fail: 'FAILED',
  },
  RUNNING: { 'await upload': undefined, start: undefined, complete: 'COMPLETED', fail: 'FAILED' },
  COMPLETED: { 'await upload': undefined, start: undefined, complete: undefined, fail: undefined },
  FAILED: { 'await upload': undefined, start: undefined, complete: undefined, fail: undefined },
};

test('a batch ends once', () => {
  const ways = ['await upload', 'start', 'complete', 'fail'] as const;
  const found = batchStatus.states.map((state) => [
    state,
    Object.fromEntries(ways.map((way) => [way, findNextState(batchStatus, state, way)])),
  ]);

  expect(Object.fromEntries(found)).toEqual(batch);
});

test('an account changes its status only by these transitions', () => {
  const ways = ['FREEZE', 'UNFREEZE', 'CLOSE'] as const;
  const found = accountStatus.states.map((state) => [
    state,
    Object.fromEntries(ways.map((way) => [way, findNextState(accountStatus, state, way)])),
  ]);

  expect(Object.fromEntries(found)).toEqual(account);
});

test('a request is decided once', () => {
  const ways = ['apply', 'fail', 'reject', 'withdraw'] as const;
  const found = decisionStatus.states.map((state) => [
    state,
    Object.fromEntries(ways.map((way) => [way, findNextState(decisionStatus, state, way)])),
  ]);

  expect(Object.fromEntries(found)).toEqual(decision);
});

test('lists the state machine of every noun', async () => {
  const domain = join(import.meta.dirname, '../../../functions/domain');
  const files = globSync('*/transitions.ts', { cwd: domain });
  const modules = await Promise.all(files.map((file) => import(join(domain, file))));
  const found = modules.flatMap((module) => Object.values<object>(module));

  expect(new Set(stateMachines)).toEqual(new Set(found));
});

test.each(stateMachines.map((machine) => [machine.title, machine] as const))(
  '%s: every state is reachable, and no transition leads to an unknown one',
  (_, { states, initial, transitions: ways }) => {
    const reached = new Set([initial]);
    // Every round reaches at least one more state, as long as any is left.
    states.forEach(() => {
      for (const { from, to } of Object.values(ways)) {
        if (from.some((state) => reached.has(state))) reached.add(to);
      }
    });

    expect([...reached].sort()).toEqual([...states].sort());
  },
);
