import type { Endpoint } from '#contract/endpoint.ts'
import type { EndpointName } from '#contract/endpoints.ts'
import { workEndpoints } from '#contract/work-endpoints.ts'

const known: Partial<Record<EndpointName, Endpoint>> = workEndpoints

/**
 * The contract's entry of a call; entries of screens that work only with the server are loaded. Returns a promise
 * only then, so that a push is sent at once. Rejects when that part of the app did not load.
 */
export function findEndpoint(name: EndpointName): Endpoint | Promise<Endpoint> {
  return known[name] ?? loadOnlineEndpoint(name)
}

async function loadOnlineEndpoint(name: EndpointName): Promise<Endpoint> {
  const { onlineEndpoints } = await import('#contract/online-endpoints.ts')
  const online: Partial<Record<EndpointName, Endpoint>> = onlineEndpoints
  const endpoint = online[name]
  if (!endpoint) throw new Error(`no endpoint ${name}`)
  return endpoint
}
