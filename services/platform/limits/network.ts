import { isIP } from 'node:net';
import type { Limited, LimitRule } from './limits.port.ts';

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * The network from which an address comes: an IPv4 address itself, and the /64 of an IPv6 address, because each subscriber
 * has at least a /64 and can use any address in it. Any other text stays as it is.
 */
export function networkOf(address: string): string {
  const { groups, plain } = parsed(address);
  return groups === null ? plain : prefix(groups, 64);
}

/** How many times the limit of one address a network of that size has. A subscriber may have a /56, a site a /48. */
const SHARES = [
  [64, 1],
  [56, 4],
  [48, 16],
] as const;

/** The networks for which an address is counted, and how many times the limit of one address each has; the narrowest first. */
export function networksOf(address: string): readonly { readonly network: string; readonly share: number }[] {
  const { groups, plain } = parsed(address);
  if (groups === null) return [{ network: plain, share: 1 }];
  return SHARES.map(([bits, share]) => ({ network: prefix(groups, bits), share }));
}

/** A rule for one address, as it counts for the networks of `address`. */
export function byNetwork(rule: LimitRule, address: string): Limited[] {
  return networksOf(address).map(({ network, share }) => {
    if (share === 1) return [rule, network];
    return [{ ...rule, name: `${rule.name} x${share}`, times: rule.times * share }, network];
  });
}

/** The eight groups of an IPv6 address; null for everything else. */
function parsed(address: string): { readonly groups: readonly number[] | null; readonly plain: string } {
  const plain = MAPPED.exec(address)?.[1] ?? address;
  if (isIP(plain) !== 6) return { groups: null, plain };
  const [head = '', tail = ''] = plain.replace(/%.*/, '').split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail.split(':');
  const zeros = 8 - front.length - back.length - (tail.includes('.') ? 1 : 0);
  const groups = [...front, ...Array<string>(Math.max(0, zeros)).fill('0'), ...back];
  return { groups: groups.map((group) => Number.parseInt(group, 16)), plain };
}

/** `bits`: 48 to 64. */
function prefix(groups: readonly number[], bits: number): string {
  const last = (groups[3] ?? 0) & (0xffff << (64 - bits));
  return `${[...groups.slice(0, 3), last].map((group) => group.toString(16)).join(':')}::/${bits}`;
}

/** Whether a host, as `URL.hostname` has it, can only be this machine (RFC 6761 for names). */
export function isThisMachine(host: string): boolean {
  return /^(.+\.)?localhost$/.test(host) || /^127(\.\d+){3}$/.test(host) || host === '[::1]';
}

/** `10.0.0.1` or `10.0.0.0/8`, of either family. */
export function isAddressOrSubnet(text: string): boolean {
  const [, address = '', bits = '0'] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const version = isIP(address);
  return version !== 0 && Number(bits) <= (version === 4 ? 32 : 128);
}
