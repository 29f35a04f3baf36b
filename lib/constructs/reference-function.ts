import { Stack } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { IssuerConfiguration } from '../config/stages.ts';
import { LambdaFunction } from './lambda-function.ts';
import type { LambdaFunctionProps } from './lambda-function.ts';

export const REFERENCE_BUNDLE = 'serve-reference';

/**
 * The public client that /docs signs in as. An issuer that lets it register it without a secret,
 * for the authorization code grant with PKCE, with all permissions as scopes and with the redirect
 * URI `<base_url>/docs/oauth2-redirect.html` of each API; answers the origin of that URI at its
 * token endpoint (CORS); and serves no Cross-Origin-Opener-Policy on the way, for the window that
 * it is opened in hands the code to its opener.
 */
export const REFERENCE_CLIENT_ID = 'api-reference';

export type ReferenceFunctionProps = Pick<LambdaFunctionProps, 'stage' | 'bundles' | 'key'> & {
  /** Whose tokens the API takes; none where it takes no tokens. */
  readonly issuers: readonly IssuerConfiguration[];
};

/** Serves the OpenAPI document of an API and the reader for it; it may do nothing else. */
export class ReferenceFunction extends LambdaFunction {
  constructor(scope: Construct, api: string, { issuers, ...props }: ReferenceFunctionProps) {
    super(scope, `reference-${api}`, {
      ...props,
      bundle: REFERENCE_BUNDLE,
      description: `Serves the reference of the ${api} API to everybody.`,
      environment: {
        API: api,
        REFERENCE_CLIENT_ID,
        ...(issuers.length > 0 && { ISSUERS: Stack.of(scope).toJsonString(issuers) }),
      },
    });
  }
}
