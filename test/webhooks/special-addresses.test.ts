// The edges of the special addresses (IANA's registries of IPv4 and IPv6), none of which a webhook may call.
import { expect, test } from '@jest/globals';
import { isCallable } from '../../functions/webhooks/public-addresses.ts';

const END_OF_32 = 'ffff:ffff:ffff:ffff:ffff:ffff';

test.each([
  ['this network', '0.0.0.0', '0.255.255.255'],
  ['private use', '10.0.0.0', '10.255.255.255'],
  ['addresses shared by customers of a provider', '100.64.0.0', '100.127.255.255'],
  ['loopback', '127.0.0.0', '127.255.255.255'],
  ['link-local', '169.254.0.0', '169.254.255.255'],
  ['private use', '172.16.0.0', '172.31.255.255'],
  ['assignments of protocols', '192.0.0.0', '192.0.0.255'],
  ['documentation', '192.0.2.0', '192.0.2.255'],
  ['the former relays to IPv6', '192.88.99.0', '192.88.99.255'],
  ['private use', '192.168.0.0', '192.168.255.255'],
  ['measurements', '198.18.0.0', '198.19.255.255'],
  ['documentation', '198.51.100.0', '198.51.100.255'],
  ['documentation', '203.0.113.0', '203.0.113.255'],
  ['multicast and what is reserved', '224.0.0.0', '255.255.255.255'],
  ['assignments of protocols', '2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['documentation', '2001:db8::', `2001:db8:${END_OF_32}`],
  ['IPv4 in disguise', '2002::', `2002:ffff:${END_OF_32}`],
  ['documentation', '3fff::', `3fff:fff:${END_OF_32}`],
  ['below what is given out', '::', `1fff:ffff:${END_OF_32}`],
  ['above what is given out', '4000::', `ffff:ffff:${END_OF_32}`],
])('%s: neither %s nor %s may be called', (_, first, last) => {
  for (const reach of ['INTERNET', 'LOOPBACK'] as const) {
    const isOwnMachine = first === '127.0.0.0' && reach === 'LOOPBACK';
    const expected = isOwnMachine ? [true, true] : [false, false];
    expect([isCallable(first, reach), isCallable(last, reach)]).toEqual(expected);
  }
});

test.each([
  ['1.0.0.0', '9.255.255.255'],
  ['11.0.0.0', '100.63.255.255'],
  ['100.128.0.0', '126.255.255.255'],
  ['128.0.0.0', '169.253.255.255'],
  ['169.255.0.0', '172.15.255.255'],
  ['172.32.0.0', '191.255.255.255'],
  ['192.0.1.0', '192.0.1.255'],
  ['192.0.3.0', '192.88.98.255'],
  ['192.88.100.0', '192.167.255.255'],
  ['192.169.0.0', '198.17.255.255'],
  ['198.20.0.0', '198.51.99.255'],
  ['198.51.101.0', '203.0.112.255'],
  ['203.0.114.0', '223.255.255.255'],
  ['2000::', `2000:ffff:${END_OF_32}`],
  ['2001:200::', `2001:db7:${END_OF_32}`],
  ['2001:db9::', `2001:ffff:${END_OF_32}`],
  ['2003::', `3ffe:ffff:${END_OF_32}`],
])('the addresses of the internet between them, %s to %s, may be called', (first, last) => {
  expect([isCallable(first, 'INTERNET'), isCallable(last, 'INTERNET')]).toEqual([true, true]);
});
