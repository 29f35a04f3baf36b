/**
 * The public client with which /docs signs users in. An issuer that allows this registers the client without
 * a secret, for the authorization code grant with PKCE, with all permissions as scopes and with the redirect
 * URI `<base_url>/docs/oauth2-redirect.html` of each API. Its token endpoint allows the origin of that URI
 * (CORS), and its pages send no Cross-Origin-Opener-Policy, because the window of the sign-in passes the
 * code to the window that opened it.
 */
export const REFERENCE_CLIENT_ID = 'api-reference';
