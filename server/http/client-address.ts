import { isIPv6 } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

/**
 * The part of an address that identifies one connection: the whole of IPv4; of IPv6 the first 64 bits,
 * because one subscriber gets all addresses that share them.
 */
export function networkPrefixOf(address: string): string {
  const withoutZone = address.replace(/%.*$/, '')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(withoutZone)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(withoutZone)) return address
  const [head = '', tail] = withoutZone.split('::')
  const groups = head === '' ? [] : head.split(':')
  const ending = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : 8 - groups.length - ending.length
  const all = [...groups, ...Array<string>(Math.max(0, zeros)).fill('0'), ...ending]
  const first = all.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${first.join(':')}::/64`
}

/**
 * The client address of a request, for the limits on attempts. Behind `trustedProxies` proxies it is the
 * entry that the outermost of them wrote; entries further left can be forged.
 */
export function clientAddress(c: Context, trustedProxies: number): string {
  const direct = networkPrefixOf(getConnInfo(c).remote.address ?? 'unknown')
  if (trustedProxies === 0) return direct
  const hops = (c.req.header('x-forwarded-for') ?? '')
    .split(',')
    .map((hop) => hop.trim())
    .filter((hop) => hop !== '')
  const hop = hops.at(-trustedProxies) ?? hops[0]
  return hop === undefined ? direct : networkPrefixOf(hop)
}
