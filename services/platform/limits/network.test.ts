import { expect, it } from 'vitest';
import { byNetwork, isThisMachine, networkOf, networksOf } from './network.ts';

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::FFFF:203.113.250.77', '203.113.250.77'],
  ['1::ffff:203.0.113.7', '1:0:0:0::/64'],
  ['::ffff:203.0.113.7%eth0', '0:0:0:0::/64'],
  ['1::5:6:7:8:9:a', '1:0:5:6::/64'],
  ['1::4:5:6:7:203.0.113.7', '1:0:4:5::/64'],
  ['1:2:3:4:5:6:203.0.113.7', '1:2:3:4::/64'],
  ['1:2:3::', '1:2:3:0::/64'],
  ['1::1%a:b:c:d:e', '1:0:0:0::/64'],
  ['1::5:6:7:8:9:a%eth0.5', '1:0:5:6::/64'],
  ['unknown', 'unknown'],
])('counts %s as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

it.each([
  ['localhost', true],
  ['shop.localhost', true],
  ['127.0.3.1', true],
  ['[::1]', true],
  ['notlocalhost', false],
  ['localhost.example.com', false],
  ['127.0.0.1.example.com', false],
  ['[::2]', false],
  ['10.0.0.1', false],
])('%s can only be this machine: %j', (host, expected) => {
  expect(isThisMachine(host)).toBe(expected);
});

it.each([
  ['2001:db8:1:2345::1', ['2001:db8:1:2345::/64', '2001:db8:1:2300::/56', '2001:db8:1:0::/48']],
  ['2001:db8:1:ff::', ['2001:db8:1:ff::/64', '2001:db8:1:0::/56', '2001:db8:1:0::/48']],
  ['203.0.113.7', ['203.0.113.7']],
  ['::ffff:203.0.113.7', ['203.0.113.7']],
  ['unknown', ['unknown']],
])('counts %s for each of its networks', (address, networks) => {
  expect(networksOf(address).map(({ network }) => network)).toEqual(networks);
});

it('gives larger networks more of a limit, in counters of their own', () => {
  const rule = { name: 'contact', times: 10, seconds: 3600 };
  expect(byNetwork(rule, '203.0.113.7')).toEqual([[rule, '203.0.113.7']]);
  expect(byNetwork(rule, '2001:db8::1')).toEqual([
    [rule, '2001:db8:0:0::/64'],
    [{ ...rule, name: 'contact x4', times: 40 }, '2001:db8:0:0::/56'],
    [{ ...rule, name: 'contact x16', times: 160 }, '2001:db8:0:0::/48'],
  ]);
});
