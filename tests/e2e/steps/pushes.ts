import { gunzipSync } from 'node:zlib'
import type { PushRequest } from '#contract/sync.ts'
import type { SeenRequest } from '../../support/fault-proxy.ts'

const GZIP = [0x1f, 0x8b]

/** The pushes among the requests that a proxy saw, unpacked. */
export function readPushes(seen: readonly SeenRequest[]): PushRequest[] {
  return seen
    .filter(({ method, path }) => method === 'POST' && path.endsWith('/sync/push'))
    .map(({ body }) => {
      const packed = body[0] === GZIP[0] && body[1] === GZIP[1]
      // Written by the product under its own schema; a test that reads nonsense here fails at its first assertion.
      return JSON.parse((packed ? gunzipSync(body) : body).toString('utf8')) as PushRequest
    })
}
