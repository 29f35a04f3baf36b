import { Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { IssuerConfiguration } from '../../config/stage-settings.ts';
import { REFERENCE_CLIENT_ID } from './reference-client.ts';
import { LambdaFunction } from '../lambda/lambda-function.ts';
import type { LambdaFunctionProps } from '../lambda/lambda-function.ts';
import { buildConsoleEnvironment } from '../lambda/store-environment.ts';

export const REFERENCE_BUNDLE = 'serve-reference';

export type ReferenceFunctionProps = Pick<LambdaFunctionProps, 'stage' | 'bundles' | 'key'> & {
  /** The issuers whose tokens the API accepts; empty for an API without tokens. */
  readonly issuers: readonly IssuerConfiguration[];
  /** The origin of the console, if its pages call the API. */
  readonly consoleOrigin?: string | undefined;
};

/** Serves the OpenAPI document of an API and the page that shows it; its role grants nothing else. */
export class ReferenceFunction extends LambdaFunction {
  constructor(
    scope: Construct,
    api: string,
    { issuers, consoleOrigin, ...props }: ReferenceFunctionProps,
  ) {
    super(scope, `reference-${api}`, {
      ...props,
      bundle: REFERENCE_BUNDLE,
      description: `Serves the reference of the ${api} API without authentication.`,
      environment: {
        API: api,
        REFERENCE_CLIENT_ID,
        ...buildConsoleEnvironment(consoleOrigin),
        ...(issuers.length > 0 && { ISSUERS: Stack.of(scope).toJsonString(issuers) }),
      },
    });
  }
}
