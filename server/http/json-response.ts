import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

const compress = promisify(gzip)
/** Below this the packet count stays the same. */
const MIN_COMPRESSIBLE_LENGTH = 1024

/** A JSON answer, compressed when it is long and the caller understands; never kept by any cache. */
export async function jsonResponse(value: unknown, acceptEncoding: string | undefined): Promise<Response> {
  const text = JSON.stringify(value)
  const headers = new Headers({ 'content-type': 'application/json', 'cache-control': 'no-store' })
  if (text.length < MIN_COMPRESSIBLE_LENGTH) return new Response(text, { headers })
  headers.set('vary', 'accept-encoding')
  if (!/\bgzip\b(?!\s*;\s*q=0(\.0+)?\b)/i.test(acceptEncoding ?? '')) return new Response(text, { headers })
  headers.set('content-encoding', 'gzip')
  const compressed = new Uint8Array(await compress(text, { level: 5 }))
  // Reports the compressed size to the phone, which sees the unpacked text only.
  headers.set('content-length', String(compressed.length))
  return new Response(compressed, { headers })
}
