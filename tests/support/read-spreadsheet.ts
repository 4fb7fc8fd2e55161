import { inflateRawSync } from 'node:zlib'

/** The parts of a zip file by name, read by the directory at its end. */
function readZip(file: Buffer): Map<string, string> {
  const end = file.lastIndexOf(Buffer.from('PK\u0005\u0006'))
  const parts = new Map<string, string>()
  let at = file.readUInt32LE(end + 16)
  for (let count = file.readUInt16LE(end + 10); count > 0; count -= 1) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) =>
      file.readUInt16LE(at + offset),
    )
    const name = file.toString('utf8', at + 46, at + 46 + (nameLength ?? 0))
    const local = file.readUInt32LE(at + 42)
    const begin = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28)
    const packed = file.subarray(begin, begin + file.readUInt32LE(at + 20))
    parts.set(name, (file.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed)).toString('utf8'))
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0)
  }
  return parts
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function plain(xml: string): string {
  return xml
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
}

/** What a sheet of a spreadsheet file (the first, if not said) shows, row by row, and whether any cell calculates. */
export function readSpreadsheet(
  file: Buffer,
  number = 1,
): { readonly rows: string[][]; readonly calculates: boolean } {
  const parts = readZip(file)
  const sheet = parts.get(`xl/worksheets/sheet${number}.xml`) ?? ''
  const shared = [...(parts.get('xl/sharedStrings.xml') ?? '').matchAll(/<si>(.*?)<\/si>/gs)].map((match) =>
    plain(match[1] ?? ''),
  )
  const rows = [...sheet.matchAll(/<row[^>]*>(.*?)<\/row>/gs)].map((row) =>
    [...(row[1] ?? '').matchAll(/<c([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)].map(([, attributes = '', inner = '']) =>
      attributes.includes('t="s"') ? (shared[Number(plain(inner))] ?? '') : plain(inner),
    ),
  )
  return { rows, calculates: /<f[ >]/.test(sheet) }
}
