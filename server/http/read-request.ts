import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import * as v from 'valibot'
import { Refusal } from '../ports/refusal.ts'

/** No request of a phone comes near: a push is at most 256 KB of JSON. Counted raw and again decompressed. */
export const MAX_BODY_BYTES = 1024 * 1024

const decompress = promisify(gunzip)
const record = v.record(v.string(), v.unknown())

/**
 * The JSON object of a request body; phones may send it compressed (`Content-Encoding: gzip`). An absent body is an
 * empty object. Refuses with `REQUEST_TOO_LARGE` or `REQUEST_UNREADABLE`.
 */
export async function readJsonBody(request: Request): Promise<Record<string, unknown>> {
  const raw = await readBytes(request)
  const bytes = await decode(raw, request.headers.get('content-encoding'))
  if (bytes.length === 0) return {}
  const body = parse(bytes)
  if (Array.isArray(body) || !v.is(record, body)) throw new Refusal('REQUEST_UNREADABLE')
  return body
}

/** The body as it came, up to the largest that is taken. */
export async function readBytes(request: Request): Promise<Buffer> {
  // Checked before the body is read.
  if (Number(request.headers.get('content-length') ?? 0) > MAX_BODY_BYTES)
    throw new Refusal('REQUEST_TOO_LARGE')
  if (!request.body) return Buffer.alloc(0)
  const chunks: Uint8Array[] = []
  let size = 0
  const parts: AsyncIterable<Uint8Array> = request.body
  try {
    for await (const chunk of parts) {
      size += chunk.length
      if (size > MAX_BODY_BYTES) throw new Refusal('REQUEST_TOO_LARGE')
      chunks.push(chunk)
    }
  } catch (error) {
    // The caller's line broke while it sent: everyday life of phones, and no fault of ours.
    throw error instanceof Refusal ? error : new Refusal('REQUEST_UNREADABLE')
  }
  return Buffer.concat(chunks)
}

async function decode(raw: Buffer, encoding: string | null): Promise<Buffer> {
  switch (encoding?.trim().toLowerCase() ?? 'identity') {
    case 'identity':
      return raw
    case 'gzip':
      try {
        return await decompress(raw, { maxOutputLength: MAX_BODY_BYTES })
      } catch (error) {
        const tooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
        throw new Refusal(tooLarge ? 'REQUEST_TOO_LARGE' : 'REQUEST_UNREADABLE')
      }
    default:
      throw new Refusal('REQUEST_UNREADABLE')
  }
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new Refusal('REQUEST_UNREADABLE')
  }
}
