/** Compressing smaller bodies gains nothing: gzip has its own header, and most fit one packet. */
const WORTH_COMPRESSING = 1024

export type EncodedBody = { readonly bytes: Uint8Array<ArrayBuffer>; readonly encoding: 'gzip' | null }

/** The bytes of a value as JSON, gzipped from 1 KiB where the browser can (invoices shrink to a quarter). */
export async function encodeBody(content: object): Promise<EncodedBody> {
  const raw = new TextEncoder().encode(JSON.stringify(content))
  if (raw.length < WORTH_COMPRESSING || typeof CompressionStream === 'undefined') {
    return { bytes: raw, encoding: null }
  }
  const compressed = new Blob([raw]).stream().pipeThrough(new CompressionStream('gzip'))
  return { bytes: new Uint8Array(await new Response(compressed).arrayBuffer()), encoding: 'gzip' }
}
