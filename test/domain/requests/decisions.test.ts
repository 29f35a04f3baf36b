import { expect, test } from '@jest/globals';
import {
  approve,
  refuseApproval,
  reject,
  buildControlledRequest,
  withdraw,
} from '../../../functions/domain/requests/decisions.ts';
import type { ControlledRequest } from '../../../functions/domain/requests/decisions.ts';
import { decisionStatus } from '../../../functions/domain/requests/transitions.ts';

const noon = new Date('2026-11-20T12:00:00.000Z');
const later = new Date('2026-11-20T13:00:00.000Z');
const request = buildControlledRequest({
  id: 'lcr_1',
  reason: 'Card stolen',
  requestedBy: 'maker',
  correlationId: 'flow-1',
  now: noon,
});
const checker = { subject: 'checker', now: later };

test('a new request waits for approval', () => {
  expect(request).toEqual({
    id: 'lcr_1',
    status: 'PENDING_APPROVAL',
    reason: 'Card stolen',
    requestedBy: 'maker',
    correlationId: 'flow-1',
    createdAt: '2026-11-20T12:00:00.000Z',
  });
});

test('approval applies the request', () => {
  expect(approve(request, { ...checker, reason: 'ok' })).toEqual({
    ...request,
    status: 'APPLIED',
    decidedBy: 'checker',
    decidedAt: later.toISOString(),
    decisionReason: 'ok',
    appliedAt: later.toISOString(),
  });
});

test('approval fails the request with the reason when something prevents it', () => {
  expect(approve(request, checker, 'The account is CLOSED.')).toEqual({
    ...request,
    status: 'FAILED',
    decidedBy: 'checker',
    decidedAt: later.toISOString(),
    failureReason: 'The account is CLOSED.',
  });
});

test('rejection requires a reason and is open to the maker', () => {
  expect(reject(request, { subject: 'maker', reason: 'mistaken', now: later })).toMatchObject({
    status: 'REJECTED',
    decidedBy: 'maker',
    decisionReason: 'mistaken',
  });
});

test('only the maker withdraws, with a reason of their own or the usual one', () => {
  const maker = { subject: 'maker', now: later };
  const withdrawn = { status: 'REJECTED', decidedBy: 'maker', decidedAt: later.toISOString() };

  expect(withdraw(request, maker)).toEqual({
    ...request,
    ...withdrawn,
    decisionReason: 'Withdrawn by its maker.',
  });
  expect(withdraw(request, { ...maker, reason: 'mistaken' }).decisionReason).toBe('mistaken');
  for (const status of decisionStatus.states) {
    expect(() => withdraw({ ...request, status }, checker)).toThrow(
      expect.objectContaining({ code: 'not_the_maker' }),
    );
  }
});

test('refuses the maker’s approval, whatever the state', () => {
  const maker = { subject: 'maker', now: later };
  for (const status of decisionStatus.states) {
    const mine = { ...request, status };
    expect(() => approve(mine, maker)).toThrow(expect.objectContaining({ code: 'self_approval' }));
    expect(() => approve(mine, maker, 'closed')).toThrow(
      expect.objectContaining({ code: 'self_approval' }),
    );
  }
});

test.each(['APPLIED', 'REJECTED', 'FAILED'] as const)('keeps a request that is %s', (status) => {
  const closed: ControlledRequest = { ...request, status };
  for (const decide of [
    () => approve(closed, checker),
    () => approve(closed, checker, 'closed'),
    () => reject(closed, checker),
    () => withdraw(closed, { ...checker, subject: 'maker' }),
    () => refuseApproval(closed, 'checker'),
  ]) {
    expect(decide).toThrow(expect.objectContaining({ code: 'already_decided' }));
  }
});

test('never decides a request before its creation time, whatever the clocks say', () => {
  const early = { subject: 'checker', now: new Date('2026-11-20T11:59:59.000Z') };

  expect(approve(request, early).decidedAt).toBe(request.createdAt);
});
