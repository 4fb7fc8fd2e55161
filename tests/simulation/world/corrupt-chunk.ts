import type { PlainRequest } from './network-conditions.ts'

/** A chunk of a file with one bit in its middle flipped: the same length, and still base64. */
export function corruptChunk(request: PlainRequest, report: (what: string) => void): PlainRequest {
  // Written by `sendFiles` of the phone.
  const chunk = JSON.parse(request.body) as { readonly sha256: string; readonly bytes: string }
  const bytes = Buffer.from(chunk.bytes, 'base64')
  const middle = bytes.length >> 1
  bytes[middle] = (bytes[middle] ?? 0) ^ 1
  report(`piece of ${chunk.sha256} damaged`)
  return { ...request, body: JSON.stringify({ ...chunk, bytes: bytes.toString('base64') }) }
}
