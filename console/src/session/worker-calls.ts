// What the page asks of the session worker. Every call has one answer, found by its number.
import type {
  AccessToken,
  IssuerSettings,
  ConsoleOperator,
  SignInStart,
  StartedSignIn,
} from './token-keeper.ts';

export interface WorkerCalls {
  readonly configure: (settings: IssuerSettings) => void;
  readonly startSignIn: (start: SignInStart) => StartedSignIn;
  readonly finishSignIn: (input: {
    readonly url: string;
    readonly stored?: string;
  }) => ConsoleOperator;
  readonly getAccessToken: (input: { readonly refused?: string }) => AccessToken;
  readonly signOut: (input: Record<string, never>) => string;
  readonly forgetTokens: (input: Record<string, never>) => void;
}

export interface WorkerCall {
  readonly number: number;
  readonly name: keyof WorkerCalls;
  readonly input: unknown;
}

export interface SessionWorkerAnswer {
  readonly number: number;
  readonly output?: unknown;
  readonly fault?: WorkerFault;
}

/** An error as it crosses from the worker to the page. */
export interface WorkerFault {
  readonly name: string;
  readonly message: string;
  /** The code of RFC 6749 by which the identity service refused. */
  readonly code?: string;
}
