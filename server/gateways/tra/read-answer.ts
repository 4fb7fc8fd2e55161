import { XMLParser } from 'fast-xml-parser'

export type AnswerBlock = 'EFDMSRESP' | 'RCTACK' | 'ZACK'

/** The fields of an answer block by name, trimmed, with the nested `TAXCODES` beside them. */
export type AnswerFields = {
  readonly text: (name: string) => string
  readonly group: (name: string) => AnswerFields
}

export type Answer =
  | {
      readonly kind: 'read'
      readonly block: AnswerBlock
      readonly fields: AnswerFields
      /** The block exactly as it is in the message, tags included: what the authority signed. */
      readonly signedText: string
      readonly signature: string
    }
  | { readonly kind: 'unreadable'; readonly message: string }

/** Values stay text: a leading zero of a TIN must survive, and `12E5` is a serial, not a number. */
const parser = new XMLParser({
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  ignoreAttributes: true,
  ignoreDeclaration: true,
  removeNSPrefix: true,
  maxNestedTags: 12,
  entityDecoder: {
    decode: decodeReferences,
    setExternalEntities: ignore,
    addInputEntities: ignore,
    reset: ignore,
    setXmlVersion: ignore,
  },
  transformTagName: (name) => name.toUpperCase(),
})

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** The five references of XML and those by number; nothing a message could define itself is ever expanded. */
export function decodeReferences(text: string): string {
  return text.replace(
    /&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([0-9a-fA-F]{1,6}));/g,
    (whole: string, name?: string, decimal?: string, hex?: string) => {
      if (name !== undefined) return NAMED[name] ?? whole
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
    },
  )
}

function ignore(): void {
  // The decoder above keeps no state.
}

const BLOCKS = ['EFDMSRESP', 'RCTACK', 'ZACK'] as const satisfies readonly AnswerBlock[]

/**
 * Reads an answer message: tolerant of declaration, white space, case of names and attributes; intolerant of
 * anything that is not one acknowledgement block. A document type declaration is refused outright, so that no
 * entity of the sender's is ever defined, expanded or fetched.
 */
export function readAnswer(text: string): Answer {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) return unreadable('the answer declares a document type')
  const root = parseXml(text)
  if (root === undefined) return unreadable('the answer is not XML')
  const holder = nodeOf(root['EFDMS']) ?? root
  const found = BLOCKS.filter((block) => block in holder)
  const block = found[0]
  const node = block === undefined ? undefined : nodeOf(holder[block])
  if (found.length !== 1 || block === undefined || node === undefined) {
    return unreadable('the answer holds no acknowledgement')
  }
  return {
    kind: 'read',
    block,
    fields: fieldsOf(node),
    signedText: rawElement(text, block),
    signature: textOf(holder['EFDMSSIGNATURE']).replace(/\s/g, ''),
  }
}

/** The one sentence a person can use from an answer that is not an acknowledgement (error XML, JSON, HTML, text). */
export function plainMessage(text: string): string {
  const fromXml = errorMessage(text)
  const plain = fromXml === '' ? withoutTags(text) : fromXml
  return plain.replace(/\s+/g, ' ').trim().slice(0, 300)
}

/** Text of a page without tags, scripts and styles, in one pass. */
export function withoutTags(html: string): string {
  let text = ''
  let at = 0
  while (at < html.length) {
    const open = html.indexOf('<', at)
    if (open === -1) return text + html.slice(at)
    text += html.slice(at, open)
    const skippedTag = /^<(script|style)\b/i.exec(html.slice(open, open + 8))?.[1]
    const from = skippedTag === undefined ? open : indexOfIgnoringCase(html, `</${skippedTag}`, open)
    const close = from === -1 ? -1 : html.indexOf('>', from)
    if (close === -1) return text
    text += ' '
    at = close + 1
  }
  return text
}

function indexOfIgnoringCase(text: string, wanted: string, from: number): number {
  const pattern = new RegExp(wanted, 'gi')
  pattern.lastIndex = from
  return pattern.exec(text)?.index ?? -1
}

/** `Message` of the authority's platform errors, in XML or JSON; empty when there is none. */
function errorMessage(text: string): string {
  if (text.trimStart().startsWith('{')) {
    try {
      const value: unknown = JSON.parse(text)
      const node = nodeOf(value)
      return textOf(node?.['Message'] ?? node?.['message'] ?? node?.['error_description'] ?? node?.['error'])
    } catch {
      return ''
    }
  }
  if (/<!DOCTYPE/i.test(text)) return ''
  return textOf(nodeOf(parseXml(text)?.['ERROR'])?.['MESSAGE'])
}

function parseXml(text: string): Record<string, unknown> | undefined {
  try {
    return nodeOf(parser.parse(text.replace(/^\uFEFF/, ''), true))
  } catch {
    return undefined
  }
}

function unreadable(message: string): Answer {
  return { kind: 'unreadable', message }
}

function fieldsOf(node: Record<string, unknown>): AnswerFields {
  return {
    text: (name) => textOf(node[name]),
    group: (name) => fieldsOf(nodeOf(node[name]) ?? {}),
  }
}

/** An element that occurs twice is not used, because it is unclear which one is valid. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}

function nodeOf(value: unknown): Record<string, unknown> | undefined {
  return isNode(value) ? value : undefined
}

function isNode(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The slice from the first opening tag to the last closing tag of an element, as it came. */
function rawElement(text: string, name: string): string {
  const start = text.indexOf(`<${name}>`)
  const closing = `</${name}>`
  const end = text.lastIndexOf(closing)
  return start === -1 || end < start ? '' : text.slice(start, end + closing.length)
}
