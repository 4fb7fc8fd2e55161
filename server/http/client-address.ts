import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

/**
 * The address of who calls. Behind `trustedProxies` proxies it is the entry that the outermost of them wrote; what
 * stands further left anybody could have written.
 */
export function clientAddress(c: Context, trustedProxies: number): string {
  const direct = getConnInfo(c).remote.address ?? 'unknown'
  if (trustedProxies === 0) return direct
  const hops = (c.req.header('x-forwarded-for') ?? '')
    .split(',')
    .map((hop) => hop.trim())
    .filter((hop) => hop !== '')
  return hops.at(-trustedProxies) ?? hops[0] ?? direct
}
