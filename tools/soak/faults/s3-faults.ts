// A proxy in front of S3 that returns errors, delays calls, cuts connections, stalls or loses answers.
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { startProxy } from '../../../local/http/proxy.ts';
import type { ProxiedAnswer, ProxyStage } from '../../../local/http/proxy.ts';
import type { CallFaultChooser } from './active-faults.ts';
import { cutBody } from './cut-body.ts';
import type { BodyCut } from './cut-body.ts';

export type S3Fault =
  /** Answers with this status without calling S3; the code is InternalError unless it is given. */
  | { readonly status: number; readonly code?: string }
  | BodyCut
  /** S3 carries out the call, but the client gets no answer. */
  | 'lost'
  /** Waits before it passes the call to S3. */
  | { readonly delayMs: number };

export interface S3Faults {
  readonly endpoint: string;
  /** The calls so far, as `METHOD /path`. */
  readonly calls: string[];
  /** Injects each fault into one of the next matching calls. */
  next(method: string, path: RegExp, ...faults: S3Fault[]): void;
  /** Chooses the fault of each call, as `METHOD /path`, that `next` has none for. */
  fail(choose: CallFaultChooser<S3Fault>): void;
  /** Discards the faults that are not yet injected. */
  heal(): void;
  stop(): Promise<void>;
}

interface PlannedFault {
  readonly method: string;
  readonly path: RegExp;
  readonly fault: S3Fault;
}

export async function startS3Faults(target: string): Promise<S3Faults> {
  const planned: PlannedFault[] = [];
  const calls: string[] = [];
  const address = new URL(target);
  let choose: CallFaultChooser<S3Fault> = () => undefined;
  const takeFault = (method: string, path: string) => {
    calls.push(`${method} ${path}`);
    const index = planned.findIndex((plan) => plan.method === method && plan.path.test(path));
    return index < 0 ? choose(`${method} ${path}`) : planned.splice(index, 1)[0]?.fault;
  };
  const { endpoint, stop } = await startProxy(() => address, buildFaults(takeFault));
  return {
    endpoint,
    calls,
    next: (method, path, ...faults) =>
      void planned.push(...faults.map((fault) => ({ method, path, fault }))),
    fail: (chooser) => {
      choose = chooser;
    },
    heal: () => {
      planned.length = 0;
      choose = () => undefined;
    },
    stop,
  };
}

function buildFaults(take: (method: string, path: string) => S3Fault | undefined): ProxyStage {
  return async (request, service) => {
    const fault = take(request.method ?? '', request.path ?? '');
    if (fault === undefined) return service.pass(request);
    if (fault === 'lost') {
      await service.carryOut(request);
      return 'broken';
    }
    if ('status' in fault) return buildError(fault.status, fault.code);
    if ('delayMs' in fault) {
      await sleep(fault.delayMs);
      return service.pass(request);
    }
    const answer = await service.pass(request);
    return { ...answer, body: Readable.from(cutBody(answer.body, fault)) };
  };
}

function buildError(status: number, code = 'InternalError'): ProxiedAnswer {
  const body = `<Error><Code>${code}</Code><Message>injected</Message></Error>`;
  return { status, headers: { 'content-type': 'application/xml' }, body };
}
