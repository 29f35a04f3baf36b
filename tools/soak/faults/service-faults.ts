// Proxies in front of the services that functions call besides DynamoDB and S3. They refuse calls as the
// services do, lose answers, and reject some of the events of a call.
import { buildJsonAnswer, readBody, startProxy } from '../../../local/http/proxy.ts';
import type { ProxiedAnswer, ProxiedRequest, StageResult } from '../../../local/http/proxy.ts';
import type { CallFaultChooser } from './active-faults.ts';

export type ServiceFault =
  /** Answers with this error without calling the service. */
  | { readonly status: number; readonly error: string }
  /** The service carries the call out, but the caller gets no answer. */
  | 'lost'
  /** The first entry of PutEvents is rejected, and the others are published. */
  | 'partly';

export interface ServiceFaults {
  /** The addresses of the proxies, by the variable that functions read. */
  readonly endpoints: Readonly<Record<string, string>>;
  /** Reports where the services are, by the same variables. */
  locate(addresses: Readonly<Record<string, string>>): void;
  /** Chooses the fault of each call, as `VARIABLE Call`. */
  fail(choose: CallFaultChooser<ServiceFault>): void;
  stop(): Promise<void>;
}

export const SERVICE_VARIABLES = [
  'AWS_ENDPOINT_URL_EVENTBRIDGE',
  'AWS_ENDPOINT_URL_KMS',
  'AWS_ENDPOINT_URL_SECRETS_MANAGER',
  'AWS_ENDPOINT_URL_SFN',
] as const;

export async function startServiceFaults(): Promise<ServiceFaults> {
  let known: Readonly<Record<string, string>> = {};
  let choose: CallFaultChooser<ServiceFault> = () => undefined;
  const proxies = await Promise.all(
    SERVICE_VARIABLES.map(async (variable) => {
      const locate = () => new URL(known[variable] ?? '');
      const proxy = await startProxy(locate, async (request, service) => {
        const [, call = ''] = String(request.headers['x-amz-target']).split('.');
        const fault = choose(`${variable} ${call}`);
        if (fault === undefined) return service.pass(request);
        if (fault === 'partly') return rejectFirst(request, service.carryOut);
        if (fault !== 'lost') return buildError(fault);
        await service.carryOut(request);
        return 'broken';
      });
      return { variable, ...proxy };
    }),
  );
  return {
    endpoints: Object.fromEntries(proxies.map(({ variable, endpoint }) => [variable, endpoint])),
    locate: (addresses) => {
      known = addresses;
    },
    fail: (chooser) => {
      choose = chooser;
    },
    stop: async () => {
      await Promise.all(proxies.map(({ stop }) => stop()));
    },
  };
}

function buildError({ status, error }: { status: number; error: string }): ProxiedAnswer {
  return buildJsonAnswer(status, { __type: error, message: 'injected' });
}

interface EventEntries {
  readonly Entries: readonly object[];
}

async function rejectFirst(
  request: ProxiedRequest,
  carryOut: (request: ProxiedRequest) => Promise<ProxiedAnswer & { readonly body: Buffer }>,
): Promise<StageResult> {
  const {
    Entries: [, ...others],
  } = JSON.parse((await readBody(request)).toString()) as EventEntries;
  const rejected = { ErrorCode: 'ThrottlingException', ErrorMessage: 'injected' };
  if (others.length === 0)
    return buildJsonAnswer(200, { FailedEntryCount: 1, Entries: [rejected] });
  const answer = await carryOut({ ...request, body: JSON.stringify({ Entries: others }) });
  if (answer.status !== 200) return answer;
  const { FailedEntryCount: failed, Entries: entries } = JSON.parse(answer.body.toString()) as {
    FailedEntryCount: number;
    Entries: readonly object[];
  };
  return buildJsonAnswer(200, { FailedEntryCount: failed + 1, Entries: [rejected, ...entries] });
}
