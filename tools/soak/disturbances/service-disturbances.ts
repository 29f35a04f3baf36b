// The disturbances of the other services, and of the calls of functions.
import type { CallFault } from '../faults/disturbed-calls.ts';
import type { S3Fault } from '../faults/s3-faults.ts';
import type { ServiceFault } from '../faults/service-faults.ts';
import { planFullExport } from '../plans/full-export-plan.ts';
import type { ActiveFaults } from '../faults/active-faults.ts';
import { buildShareChooser } from './disturbance.ts';
import type { DisturbanceTarget, Occurrence, SoakDisturbance } from './disturbance.ts';

/** More than the runner has. */
const ALL_FUNCTIONS = 1_000;

interface FaultSettings<Fault> {
  readonly share: number;
  readonly of: RegExp;
  readonly faults: readonly Fault[];
}

function addFaults<Fault>(
  active: ActiveFaults<Fault>,
  { share, of, faults }: FaultSettings<Fault>,
  occurrence: Occurrence,
): void {
  const { draw, hit } = occurrence;
  const isChosen = buildShareChooser(occurrence, share);
  active.add((call) => {
    if (!of.test(call) || !isChosen()) return undefined;
    hit(call.replace(/^AWS_ENDPOINT_URL_| \/.*$/g, ''));
    return faults[Math.floor(draw() * faults.length)];
  });
}

const disturbS3 = (name: string, settings: FaultSettings<S3Fault>): SoakDisturbance => ({
  name,
  start: ({ s3 }, occurrence) => addFaults(s3, settings, occurrence),
});

const disturbService = (
  name: string,
  settings: FaultSettings<ServiceFault>,
  provoke: (target: DisturbanceTarget) => unknown = () => undefined,
): SoakDisturbance => ({
  name,
  start: async (target, occurrence) => {
    addFaults(target.services, settings, occurrence);
    await provoke(target);
  },
});

/** Has a batch started, whose tasks run and whose events are published. */
const requestExport = ({ load }: DisturbanceTarget): void => load.send(planFullExport());

/** Functions keep what they have read, so others have to start; anyone may ask for the public keys. */
async function readSecrets({ rig }: DisturbanceTarget): Promise<void> {
  await rig.killFunctions(ALL_FUNCTIONS);
  void fetch(new URL('jwks', `${rig.connection.auth_url}/`)).catch(() => undefined);
}

const disturbCalls = (
  name: string,
  fault: CallFault,
  provoke: (target: DisturbanceTarget) => unknown = () => undefined,
): SoakDisturbance => ({
  name,
  start: async (target, { hit }) => {
    target.calls.set(fault, hit);
    await target.rig.disturbCalls([...target.calls.keys()]);
    await provoke(target);
  },
});

const THROTTLING = { status: 400, error: 'ThrottlingException' };

export const serviceDisturbances: readonly SoakDisturbance[] = [
  disturbS3('a slow S3', {
    share: 0.2,
    of: /./,
    faults: [{ delayMs: 500 }, { delayMs: 1_500 }],
  }),
  disturbS3('errors of S3', {
    share: 0.2,
    of: /./,
    faults: [{ status: 503, code: 'SlowDown' }, { status: 500 }],
  }),
  disturbS3('lost answers of S3', { share: 0.2, of: /^(?:PUT|POST) /, faults: ['lost'] }),
  disturbS3('cut answers of S3', { share: 0.2, of: /^GET /, faults: [{ cutAfter: 10 }] }),
  disturbService('a failing Key Management Service', {
    share: 0.5,
    of: /_KMS /,
    faults: [THROTTLING, { status: 500, error: 'KMSInternalException' }, 'lost'],
  }),
  disturbService(
    'a failing Secrets Manager',
    {
      share: 0.5,
      of: /_SECRETS_MANAGER /,
      faults: [THROTTLING, { status: 500, error: 'InternalServiceError' }],
    },
    readSecrets,
  ),
  disturbService('events that EventBridge rejects', {
    share: 0.4,
    of: /_EVENTBRIDGE /,
    faults: ['partly', { status: 500, error: 'InternalException' }, 'lost'],
  }),
  disturbService(
    'executions that Step Functions does not start or confirm',
    { share: 0.5, of: /_SFN StartExecution/, faults: [THROTTLING, 'lost'] },
    requestExport,
  ),
  disturbCalls('redelivered stream records', 'redelivered'),
  disturbCalls('shards read in another order', 'reordered'),
  disturbCalls('repeated tasks of state machines', 'repeated', requestExport),
];
