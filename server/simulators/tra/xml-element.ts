import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { type Refusal, refuse } from './acknowledgement-codes.ts'

export type XmlElement = { name: string; text: string; children: XmlElement[] }

const NAMED_ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

// Everything stays text in document order: no numbers made of digits, no trimming, no entity expansion.
const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  processEntities: false,
})

/** Reads well-formed XML of the plain kind the interface uses: no DTD, attributes, comments, CDATA or mixed text. */
export function readXml(text: string): XmlElement | Refusal {
  const body = text.replace(/^<\?xml [^<>]*\?>/, '')
  if (/<[!?]/.test(body)) return refuse(901, 'declaration, comment or processing instruction')
  if (hasForbiddenCharacter(body)) return refuse(901, 'character not allowed in XML')
  try {
    // The validator throws a plain string or error on some broken input instead of answering.
    const validation = XMLValidator.validate(body)
    if (validation !== true) return refuse(901, `not well-formed, line ${validation.err.line}`)
    const roots = toElements(parser.parse(body))
    const [root] = roots.elements
    if (root === undefined || roots.elements.length !== 1) return refuse(901, 'one root element expected')
    return root
  } catch (error) {
    if (error instanceof NotPlainXml) return refuse(901, error.message)
    return refuse(901, 'not well-formed')
  }
}

class NotPlainXml extends Error {}

/** XML 1.0 allows tab, line feed and carriage return below 0x20, and no half of a surrogate pair. */
function hasForbiddenCharacter(text: string): boolean {
  if (!text.isWellFormed()) return true
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code < 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d) return true
    if (code === 0xfffe || code === 0xffff) return true
  }
  return false
}

function toElements(nodes: unknown): { elements: XmlElement[]; text: string } {
  if (!Array.isArray(nodes)) throw new NotPlainXml('not readable')
  const elements: XmlElement[] = []
  let text = ''
  for (const node of nodes as unknown[]) {
    if (typeof node !== 'object' || node === null) throw new NotPlainXml('not readable')
    if (':@' in node) throw new NotPlainXml('attribute not expected')
    for (const [name, value] of Object.entries(node)) {
      if (name === '#text') {
        text += decodeEntities(String(value))
        continue
      }
      const inner = toElements(value)
      if (inner.elements.length > 0 && inner.text.trim() !== '') {
        throw new NotPlainXml(`text between the elements of ${name}`)
      }
      elements.push({ name, text: inner.elements.length > 0 ? '' : inner.text, children: inner.elements })
    }
  }
  return { elements, text }
}

function decodeEntities(text: string): string {
  return text.replace(/&([^;&]*);?/g, (whole, name: string) => {
    const decoded = whole.endsWith(';') ? decodeEntity(name) : undefined
    if (decoded === undefined) throw new NotPlainXml(`entity ${whole.slice(0, 12)}`)
    return decoded
  })
}

function decodeEntity(name: string): string | undefined {
  const numeric = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(name)
  if (numeric === null) return NAMED_ENTITIES[name]
  const code = numeric[1] === undefined ? Number(numeric[2]) : Number.parseInt(numeric[1], 16)
  if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return undefined
  const character = String.fromCodePoint(code)
  return hasForbiddenCharacter(character) ? undefined : character
}

/** Escapes text for an XML element. */
export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
