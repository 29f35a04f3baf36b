// The configuration of the OpenID Provider. Default features that this service does not need are off, to
// keep the attack surface small.
import { errors } from 'oidc-provider';
import type { Configuration, KoaContextWithOIDC } from 'oidc-provider';
import { buildAccountClient } from './account/account-client.ts';
import type { ClientMetadata } from './client-metadata.ts';
import { CLIENT_EXTENSIONS } from './clients.ts';
import { API_SCOPES, grantApiScope } from './resource.ts';
import { buildAccountFinder } from './sign-in/account-finder.ts';
import { buildInteractionPolicy } from './sign-in/interaction-policy.ts';
import { showProblem } from './sign-in/interaction-page.ts';
import { showSignOutForm, showSignedOut } from './sign-in/sign-out.ts';
import { listSigningKeys } from './signing-keys.ts';
import type { SigningKeySecret } from './signing-keys.ts';
import { ArtifactStorage, SessionStorage } from './storage/artifacts.ts';
import { AuthorizationCodeStorage } from './storage/authorization-codes.ts';
import { ClientAssertionStorage } from './storage/client-assertion-storage.ts';
import type { NoteCredentialUse } from './storage/credential-uses.ts';
import type { IdentityTable } from './storage/identity-table.ts';
import { SESSION_SECONDS } from './storage/operator-sessions.ts';
import { RefreshTokenStorage } from './storage/refresh-tokens.ts';
import { claimGrant, extendGrant } from './storage/session-authorizations.ts';

export interface ProviderSettings {
  readonly issuer: string;
  /** The audience of access tokens: the `aud` that the APIs require. */
  readonly audience: string;
  readonly table: IdentityTable;
  readonly clients: ClientMetadata;
}

const TOKEN_SECONDS = 300;
const CODE_SECONDS = 60;
const SIGN_IN_SECONDS = 600;

export function buildConfiguration(
  setting: ProviderSettings,
  keys: SigningKeySecret,
  noteUse: NoteCredentialUse,
): Configuration {
  const mount = new URL(setting.issuer).pathname.replace(/\/$/, '');
  return {
    adapter: buildStorage(setting),
    // The first key signs; all are published.
    jwks: { keys: listSigningKeys(keys) },
    cookies: buildCookies(setting.issuer, keys),
    ...tokenConfiguration,
    assertJwtClientAuthClaimsAndHeader: buildAssertionCheck(noteUse),
    // Besides the clients that administrators register.
    clients: [buildAccountClient(setting.issuer)],
    features: buildFeatures(setting),
    findAccount: buildAccountFinder(setting.table),
    loadExistingGrant: (context) => loadSessionGrant(context, setting),
    interactions: {
      policy: buildInteractionPolicy(),
      url: (_context, interaction) => `${mount}/interaction/${interaction.uid}`,
    },
    clientDefaults: {
      id_token_signed_response_alg: 'ES256',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    ...tokenContents,
    extraClientMetadata: { properties: CLIENT_EXTENSIONS },
    clientBasedCORS: (_context, origin, client) =>
      (client.redirectUris ?? []).some((uri) => new URL(uri).origin === origin),
    renderError: (context, out) => {
      showProblem(
        context,
        context.status,
        'The request failed',
        out.error_description ?? out.error,
      );
    },
  };
}

function buildCookies(issuer: string, keys: SigningKeySecret): Configuration['cookies'] {
  const { protocol, pathname, port } = new URL(issuer);
  const cookie = { httpOnly: true, sameSite: 'lax', signed: true } as const;
  // A browser takes a cookie of such a name over https alone, so that no one on the way can plant one.
  const prefix = protocol === 'https:' ? '__Secure-' : '_';
  // Browsers send the cookies of a host to all of its ports, and one machine may run several services: a sign-in at
  // one would end that at the others.
  const end = port === '' ? '' : `_${port}`;
  return {
    keys: [...keys.cookieKeys],
    names: {
      session: `${prefix}session${end}`,
      interaction: `${prefix}interaction${end}`,
      resume: `${prefix}interaction_resume${end}`,
    },
    long: { ...cookie, path: pathname.replace(/\/$/, '') || '/' },
    short: cookie,
  };
}

const tokenContents = {
  extraTokenClaims: (context, token) => ({
    tenant_id: context.oidc.entities.Account?.tenantId ?? token.client?.tenant_id,
    // Names for the directory of operators; the APIs use them for nothing else.
    preferred_username: context.oidc.entities.Account?.username,
    name: context.oidc.entities.Account ? undefined : token.client?.clientName,
    // By it the authorizer sees whether the sign-in has ended. A service's token has none.
    grant_id: 'grantId' in token ? token.grantId : undefined,
  }),
  formats: {
    customizers: {
      // The ledger records a service by an id of its own, as it does an operator.
      jwt: (_context, token, { payload }) => {
        if (token.kind === 'ClientCredentials') payload.sub = String(token.client?.service_id);
      },
    },
  },
} as const satisfies Configuration;

const tokenConfiguration = {
  clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'],
  responseTypes: ['code'],
  scopes: ['openid', 'profile'],
  claims: {
    // Applications warn of the end of the session, which counts from the sign-in.
    openid: ['sub', 'tenant_id', 'auth_time'],
    profile: ['preferred_username'],
    amr: null,
    iss: null,
  },
  pkce: { required: () => true },
  enabledJWA: {
    idTokenSigningAlgValues: ['ES256'],
    requestObjectSigningAlgValues: [],
    clientAuthSigningAlgValues: ['ES256', 'PS256', 'RS256', 'Ed25519', 'EdDSA'],
  },
  issueRefreshToken: (_context, client) => client.grantTypeAllowed('refresh_token'),
  rotateRefreshToken: () => true,
  // Signing out ends everything that the sign-in started.
  expiresWithSession: () => true,
  ttl: {
    AccessToken: TOKEN_SECONDS,
    ClientCredentials: TOKEN_SECONDS,
    IdToken: TOKEN_SECONDS,
    AuthorizationCode: CODE_SECONDS,
    Interaction: SIGN_IN_SECONDS,
    Session: (_context, session) => computeSecondsLeft(session.loginTs),
    Grant: SESSION_SECONDS,
    RefreshToken: (context) =>
      context.oidc.entities.RotatedRefreshToken?.remainingTTL ?? SESSION_SECONDS,
  },
} as const satisfies Configuration;

/** Of an assertion whose signature is right. One that lived longer would have to be remembered longer. */
function buildAssertionCheck(
  noteUse: NoteCredentialUse,
): NonNullable<Configuration['assertJwtClientAuthClaimsAndHeader']> {
  return async (_context, { exp }, { kid }, { clientId }) => {
    if (Number(exp) > Date.now() / 1000 + TOKEN_SECONDS) {
      throw new errors.InvalidClientAuth('the assertion may be valid for five minutes at most');
    }
    await noteUse(clientId, String(kid));
  };
}

function computeSecondsLeft(signedInAt: number | undefined): number {
  if (signedInAt === undefined) return SIGN_IN_SECONDS;
  return Math.max(1, signedInAt + SESSION_SECONDS - Math.floor(Date.now() / 1000));
}

function buildFeatures({ audience }: ProviderSettings): Configuration['features'] {
  return {
    devInteractions: { enabled: false },
    userinfo: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    clientCredentials: { enabled: true },
    revocation: {
      enabled: true,
      allowedPolicy: (_context, client, token) => token.clientId === client.clientId,
    },
    rpInitiatedLogout: {
      enabled: true,
      logoutSource: showSignOutForm,
      postLogoutSuccessSource: showSignedOut,
    },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => audience,
      // Otherwise a token requested with `openid` would be opaque.
      useGrantedResource: () => true,
      getResourceServerInfo: (context, resource, client) => {
        if (resource !== audience) throw new errors.InvalidTarget();
        return {
          scope: grantApiScope(context, client),
          audience,
          accessTokenFormat: 'jwt',
          accessTokenTTL: TOKEN_SECONDS,
          jwt: { sign: { alg: 'ES256' } },
        };
      },
    },
  };
}

function buildStorage({ table, clients }: ProviderSettings) {
  return (model: string) => {
    if (model === 'Client') return clients;
    if (model === 'ReplayDetection') return new ClientAssertionStorage(table, model);
    if (model === 'Session') return new SessionStorage(table, model);
    if (model === 'AuthorizationCode') return new AuthorizationCodeStorage(table, model);
    if (model === 'RefreshToken') return new RefreshTokenStorage(table, model);
    return new ArtifactStorage(table, model);
  };
}

// One grant per session and client, with every scope. The scopes that the client may request and the
// operator holds are looked up for each token, so that the next token lacks a lost permission.
async function loadSessionGrant(
  context: KoaContextWithOIDC,
  { table, audience }: ProviderSettings,
) {
  const { provider, session, client, account } = context.oidc;
  if (session === undefined || client === undefined || account === undefined) return undefined;
  const { accountId } = account;
  const { clientId } = client;
  const end = Math.floor(Date.now() / 1000) + computeSecondsLeft(session.loginTs);
  let grantId = session.grantIdFor(clientId);
  for (;;) {
    const known = grantId === undefined ? undefined : await provider.Grant.find(grantId);
    if (known !== undefined && (known.exp ?? 0) >= end) return known;
    // The operator has signed in again: the tokens last as long as the session does now.
    if (known !== undefined && (await extendGrant(table, known.jti, end))) continue;
    const grant = new provider.Grant({ accountId, clientId });
    grant.addOIDCScope('openid profile');
    grant.addResourceScope(audience, API_SCOPES);
    const claim = {
      session: session.uid,
      clientId,
      replaced: grantId,
      grantId: await grant.save(),
    };
    grantId = await claimGrant(table, claim, SESSION_SECONDS);
  }
}
