import { inflateSync } from 'node:zlib'
import { type Matrix, type PdfPage, readContent } from './read-pdf-content.ts'

const MM_PER_POINT = 25.4 / 72

type PdfObject = { readonly dictionary: string; readonly stream: Buffer | null }

function readObjects(file: Buffer): Map<number, PdfObject> {
  const text = file.toString('latin1')
  const objects = new Map<number, PdfObject>()
  for (const match of text.matchAll(/(?:^|[\r\n])(\d+) 0 obj\s/g)) {
    const from = match.index + match[0].length
    const end = text.indexOf('endobj', from)
    const head = text.slice(from, end)
    const at = head.search(/stream\r?\n/)
    if (at === -1) {
      objects.set(Number(match[1]), { dictionary: head, stream: null })
      continue
    }
    const begin = from + at + (head.slice(at).startsWith('stream\r\n') ? 8 : 7)
    const stop = text.indexOf('endstream', begin)
    objects.set(Number(match[1]), { dictionary: head.slice(0, at), stream: file.subarray(begin, stop) })
  }
  return objects
}

class PdfFile {
  readonly objects: Map<number, PdfObject>

  constructor(file: Buffer) {
    this.objects = readObjects(file)
  }

  /** The value of a key: the object it points to, or the value itself. */
  follow(dictionary: string, key: string): PdfObject | undefined {
    const match = new RegExp(`/${key}\\s*(?:(\\d+) 0 R|(<<[\\s\\S]*?>>))`).exec(dictionary)
    if (!match) return undefined
    if (match[1] === undefined) return { dictionary: match[2] ?? '', stream: null }
    return this.objects.get(Number(match[1]))
  }

  text(object: PdfObject | undefined): string {
    if (!object?.stream) return ''
    const packed = object.dictionary.includes('/FlateDecode')
    return (packed ? inflateSync(object.stream) : object.stream).toString('latin1')
  }

  /** How the codes of a font are read: by its own table, or as Windows-1252. */
  letters(font: PdfObject): (code: Buffer) => string {
    const table = this.text(this.follow(font.dictionary, 'ToUnicode'))
    if (table === '') return (codes) => new TextDecoder('windows-1252').decode(codes)
    const known = readLetterTable(table)
    return (codes) => {
      let read = ''
      for (let at = 0; at + 1 < codes.length; at += 2) read += known.get(codes.readUInt16BE(at)) ?? '\uFFFD'
      return read
    }
  }
}

/** A ToUnicode table: glyph → letters. */
function readLetterTable(table: string): Map<number, string> {
  const letters = new Map<number, string>()
  const ofHex = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le')
  for (const [, body = ''] of table.matchAll(/beginbfchar([\s\S]*?)endbfchar/g)) {
    for (const [, code = '', hex = ''] of body.matchAll(/<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>/g)) {
      letters.set(Number.parseInt(code, 16), ofHex(hex))
    }
  }
  for (const [, body = ''] of table.matchAll(/beginbfrange([\s\S]*?)endbfrange/g)) {
    for (const [, from = '', to = '', hex = ''] of body.matchAll(
      /<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>/g,
    )) {
      const first = Number.parseInt(from, 16)
      const base = Number.parseInt(hex, 16)
      for (let code = first; code <= Number.parseInt(to, 16); code += 1) {
        letters.set(code, String.fromCodePoint(base + code - first))
      }
    }
  }
  return letters
}

/** Reads the pages of a PDF as our own writer and Chromium make them: texts and bars with their places. */
export function readPdf(bytes: Uint8Array): PdfPage[] {
  const file = new PdfFile(Buffer.from(bytes))
  const pages = [...file.objects.values()].filter(({ dictionary }) =>
    /\/Type\s*\/Page\b(?!s)/.test(dictionary),
  )
  return pages.map(({ dictionary }) => {
    const box = /\/MediaBox\s*\[\s*([\d.\s-]+)\]/.exec(dictionary)?.[1] ?? ''
    const [, , right = 0, top = 0] = box.trim().split(/\s+/).map(Number)
    const resources = file.follow(dictionary, 'Resources')?.dictionary.includes('/Font')
      ? (file.follow(dictionary, 'Resources')?.dictionary ?? '')
      : dictionary
    const named = file.follow(resources, 'Font')?.dictionary ?? ''
    const fonts = new Map<string, (codes: Buffer) => string>()
    for (const [, name = '', id] of named.matchAll(/\/(\w+) (\d+) 0 R/g)) {
      const font = file.objects.get(Number(id))
      if (font) fonts.set(name, file.letters(font))
    }
    const contents = [
      ...(/\/Contents\s*(?:\[([^\]]*)\]|(\d+) 0 R)/.exec(dictionary)?.[0] ?? '').matchAll(/(\d+) 0 R/g),
    ]
    const text = contents.map(([, id]) => file.text(file.objects.get(Number(id)))).join('\n')
    // PDF counts upwards from the lower left corner.
    const upright: Matrix = [MM_PER_POINT, 0, 0, -MM_PER_POINT, 0, top * MM_PER_POINT]
    return { width: right * MM_PER_POINT, height: top * MM_PER_POINT, ...readContent(text, fonts, upright) }
  })
}
