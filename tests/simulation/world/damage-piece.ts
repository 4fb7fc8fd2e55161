import type { PlainRequest } from './line.ts'

/** A piece of a file with one bit of its middle turned: as long as it was, and base64 as it was. */
export function damagePiece(request: PlainRequest, tell: (what: string) => void): PlainRequest {
  // Written by `sendFiles` of the phone.
  const piece = JSON.parse(request.body) as { readonly sha256: string; readonly bytes: string }
  const bytes = Buffer.from(piece.bytes, 'base64')
  const middle = bytes.length >> 1
  bytes[middle] = (bytes[middle] ?? 0) ^ 1
  tell(`piece of ${piece.sha256} damaged`)
  return { ...request, body: JSON.stringify({ ...piece, bytes: bytes.toString('base64') }) }
}
