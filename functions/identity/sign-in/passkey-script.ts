// The script of the pages that create or use passkeys: the only one of this service. It takes what the browser
// is asked for from the form, and posts the answer with it, so that no page sends requests of its own.
import { createHash } from 'node:crypto';
import type { ProviderMiddleware } from './interaction-page.ts';

const PATH = '/passkey.js';

const SCRIPT = `'use strict';
const form = document.querySelector('form[data-ceremony]');
const button = form.querySelector('button');
const message = form.querySelector('[role="alert"]');

const MESSAGES = {
  InvalidStateError: 'This device or security key has a passkey of yours already.',
  NotAllowedError: 'The passkey was not used: the request was cancelled or took too long. Please try again.',
  NotSupportedError: 'This device or security key cannot hold a passkey that checks who you are.',
  SecurityError: 'Passkeys cannot be used at this address.',
};

function toBytes(text) {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

function toText(buffer) {
  const binary = String.fromCharCode(...new Uint8Array(buffer));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function withBytes(credentials = []) {
  return credentials.map((credential) => ({ ...credential, id: toBytes(credential.id) }));
}

function create(options) {
  const publicKey = {
    ...options,
    challenge: toBytes(options.challenge),
    user: { ...options.user, id: toBytes(options.user.id) },
    excludeCredentials: withBytes(options.excludeCredentials),
  };
  return navigator.credentials.create({ publicKey });
}

function use(options) {
  const publicKey = {
    ...options,
    challenge: toBytes(options.challenge),
    allowCredentials: withBytes(options.allowCredentials),
  };
  return navigator.credentials.get({ publicKey });
}

function toJson({ id, rawId, type, response }) {
  const parts = ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle'];
  const texts = parts.filter((part) => response[part]).map((part) => [part, toText(response[part])]);
  const transports = response.getTransports?.();
  return JSON.stringify({
    id,
    rawId: toText(rawId),
    type,
    response: { ...Object.fromEntries(texts), ...(transports && { transports }) },
    clientExtensionResults: {},
  });
}

function show(text) {
  message.textContent = text;
  message.hidden = false;
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  message.hidden = true;
  if (window.PublicKeyCredential === undefined) return show('This browser cannot use passkeys.');
  button.disabled = true;
  try {
    const options = JSON.parse(form.dataset.options);
    const credential = await (form.dataset.ceremony === 'create' ? create(options) : use(options));
    form.elements.credential.value = toJson(credential);
    form.submit();
  } catch (error) {
    show(MESSAGES[error.name] ?? 'The passkey could not be used. Please try again.');
  } finally {
    button.disabled = false;
  }
});
`;

// A new version has a new address, so that browsers may keep each for good.
const QUERY = `v=${createHash('sha256').update(SCRIPT).digest('hex').slice(0, 16)}`;

/** The address of the script, for a service at that path. */
export function buildScriptAddress(mount: string): string {
  return `${mount}${PATH}?${QUERY}`;
}

/** Serves the script. */
export function serveScript(): ProviderMiddleware {
  return (context, next) => {
    if (context.path !== PATH) return next();
    // During a deployment, a page of one version may ask an instance of the other for its script.
    const isOwn = context.querystring === QUERY;
    context.set('Cache-Control', isOwn ? 'public, max-age=31536000, immutable' : 'no-store');
    context.type = 'text/javascript';
    context.body = SCRIPT;
    return Promise.resolve();
  };
}
