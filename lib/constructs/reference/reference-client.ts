/**
 * The public client that /docs signs in as. An issuer that lets it register it without a secret,
 * for the authorization code grant with PKCE, with all permissions as scopes and with the redirect
 * URI `<base_url>/docs/oauth2-redirect.html` of each API; answers the origin of that URI at its
 * token endpoint (CORS); and serves no Cross-Origin-Opener-Policy on the way, for the window that
 * it is opened in hands the code to its opener.
 */
export const REFERENCE_CLIENT_ID = 'api-reference';
