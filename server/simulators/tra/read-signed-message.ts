import { type KeyObject, verify } from 'node:crypto'
import { type Refusal, refuse } from './acknowledgement-codes.ts'
import { readXml, type XmlElement } from './xml-element.ts'

export type SignedMessage = { content: Buffer; element: XmlElement }

/**
 * Cuts `<tag>…</tag>` out of the request body as raw bytes and verifies the signature over exactly those bytes.
 * TRA guide: RSASSA-PKCS1-v1_5 with SHA-1 over the inner element with its own tags, base64 on one line. Nothing is
 * parsed and written again before verifying, since that would forgive a client that does the same.
 */
export function readSignedMessage(body: Buffer, tag: string, publicKey: KeyObject): SignedMessage | Refusal {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
  } catch {
    return refuse(901, 'not UTF-8')
  }
  const root = readXml(text)
  if ('code' in root) return root
  const [element, signature] = root.children
  if (root.name !== 'EFDMS' || root.children.length !== 2 || element?.name !== tag) {
    return refuse(901, `EFDMS with ${tag} and EFDMSSIGNATURE expected`)
  }
  if (signature?.name !== 'EFDMSSIGNATURE' || signature.children.length > 0) {
    return refuse(901, 'EFDMSSIGNATURE expected')
  }
  const start = body.indexOf(`<${tag}>`)
  const end = body.lastIndexOf(`</${tag}>`)
  if (start < 0 || end < start) return refuse(901, `${tag} expected`)
  const content = body.subarray(start, end + tag.length + 3)
  if (hasSpaceBetweenTags(content.toString('utf8'))) return refuse(1, 'white space between tags')
  if (!isSignatureOf(content, signature.text, publicKey)) return refuse(1)
  return { content, element }
}

/** Field practice: blank lines and indentation are answered as a bad signature. A blank value is not between tags. */
function hasSpaceBetweenTags(content: string): boolean {
  return /<\/[A-Z]+>\s+</.test(content) || /<[A-Z]+>\s+<(?!\/)/.test(content)
}

function isSignatureOf(content: Buffer, base64: string, publicKey: KeyObject): boolean {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return false
  return verify('RSA-SHA1', content, publicKey, Buffer.from(base64, 'base64'))
}
