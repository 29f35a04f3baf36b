// Which addresses a webhook may have. Where a name leads is checked at each connection, because it changes.

/** Whom webhooks may call: the internet alone, or this machine too. */
export type WebhookReach = 'INTERNET' | 'LOOPBACK';

const HTTPS_PORT = 443;
/** Below are the ports of services that no receiver of webhooks uses, such as those of mail. */
const OWN_PORTS_FROM = 1_024;

/** Names of this machine, whose port is never that of another. */
const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Lists what is wrong with the address of a webhook, in sentences. */
export function listUrlFaults(text: string, reach: WebhookReach): string[] {
  if (!URL.canParse(text)) return ['/url must be an absolute URL'];
  const url = new URL(text);
  const { protocol, hostname, username, password, hash } = url;
  const isOwnMachine = reach === 'LOOPBACK' && LOOPBACK_HOSTS.has(hostname);
  const faults = [
    ...(username !== '' || password !== '' ? ['/url must not have a user name or password'] : []),
    ...(hash === '' ? [] : ['/url must not have a fragment']),
  ];
  if (isOwnMachine) {
    return protocol === 'http:' || protocol === 'https:'
      ? faults
      : [...faults, '/url must start with https:// or http://'];
  }
  return [
    ...faults,
    ...(protocol === 'https:' ? [] : ['/url must start with https://']),
    ...(isPublicName(hostname) ? [] : ['/url must have the public name of a host']),
    ...(isPermittedPort(url) ? [] : ['/url must have port 443, or one from 1024']),
  ];
}

// An address in place of a name has no certificate that one can rely on. URL has turned every way to write one,
// such as hexadecimal numbers, into digits and dots.
function isPublicName(hostname: string): boolean {
  const labels = hostname.replace(/\.$/, '').split('.');
  const last = labels.at(-1) ?? '';
  return labels.length > 1 && /^[a-z]/.test(last) && !PRIVATE_ZONES.has(last);
}

/** Zones of names that lead to no host of the internet. */
const PRIVATE_ZONES = new Set(['local', 'localhost', 'internal', 'lan', 'home', 'corp', 'arpa']);

function isPermittedPort({ port }: URL): boolean {
  const number = port === '' ? HTTPS_PORT : Number(port);
  return number === HTTPS_PORT || number >= OWN_PORTS_FROM;
}
