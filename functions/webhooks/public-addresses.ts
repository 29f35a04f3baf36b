// Which addresses of the network are public. A name of a receiver may lead anywhere, also to the machines of the
// institution or to the metadata of the machine that runs this.
import { BlockList, isIP } from 'node:net';
import type { WebhookReach } from '../domain/webhooks/webhook-urls.ts';

/** The registry of special addresses of IPv4 (IANA), with multicast and what is reserved. */
const SPECIAL_V4: readonly (readonly [network: string, bits: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];

/** What is not public of 2000::/3, the only part of IPv6 that is given out. Others lead to IPv4 in disguise. */
const SPECIAL_V6: readonly (readonly [network: string, bits: number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const special = new BlockList();
for (const [network, bits] of SPECIAL_V4) special.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of SPECIAL_V6) special.addSubnet(network, bits, 'ipv6');

const global = new BlockList();
global.addSubnet('2000::', 3, 'ipv6');

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether a webhook may call this address. A text that is no address may not be called. */
export function isCallable(address: string, reach: WebhookReach): boolean {
  const family = isIP(address);
  if (family === 0) return false;
  const type = family === 4 ? 'ipv4' : 'ipv6';
  if (reach === 'LOOPBACK' && loopback.check(address, type)) return true;
  return !special.check(address, type) && (family === 4 || global.check(address, type));
}
