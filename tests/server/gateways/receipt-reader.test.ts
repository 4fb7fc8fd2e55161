import { readFileSync } from 'node:fs'
import { constants, deflateRawSync } from 'node:zlib'
import jpeg from 'jpeg-js'
import { expect, test } from 'vitest'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import { createReceiptReader } from '#server/gateways/receipt-reader/live.ts'
import { makeReceipt } from '../../support/made-receipts.ts'
import { fieldsOf } from '../../support/read-receipt-fields.ts'
import { pdfOf, receiptPdf } from '../../support/receipt-pdf.ts'

const latest = '2026-11-24' as FiscalDay
const reader = createReceiptReader()
const { signal } = new AbortController()

function photo(name: string) {
  const content = readFileSync(`tests/fixtures/receipts/${name}.jpg`)
  return { type: 'image/jpeg', content, latest } as const
}

function rightFields(number: number, text: Awaited<ReturnType<typeof reader.readText>>): number {
  const read = text === null ? {} : fieldsOf(text)
  return Object.entries(makeReceipt(number).expected).filter(([name, value]) => read[name] === value).length
}

test('the QR code of a tilted photo is read, and 15 of 18 fields of a pale one at least (spec §5)', async () => {
  expect(await reader.findCode(photo('tilted'), signal, 60_000)).toBe(makeReceipt(1).qr)
  expect(rightFields(11, await reader.readText(photo('pale'), signal, 60_000))).toBeGreaterThanOrEqual(15)
}, 60_000)

test('a photo on its side without a code is turned until it can be read', async () => {
  expect(await reader.findCode(photo('turned'), signal, 60_000)).toBeNull()
  expect(rightFields(10, await reader.readText(photo('turned'), signal, 60_000))).toBeGreaterThanOrEqual(15)
}, 60_000)

test('the text of a PDF is taken as it is written', async () => {
  const file = {
    type: 'application/pdf',
    content: receiptPdf(0),
    latest,
  } as const
  expect(rightFields(0, await reader.readText(file, signal, 60_000))).toBe(18)
}, 60_000)

const LETTER = ['Dear customer,', 'enclosed is the receipt of your order.', 'Kind regards']
/** The invoice that a receipt came with: another date, and a total of its own. */
const INVOICE = [
  ...['MFANO LOGISTICS LTD', 'TIN: 999-888-777', 'DATE: 01/02/2026', 'TIME: 08:00:00'],
  ...['TRANSPORT 1 55,000.00', 'TOTAL INCL OF TAX: 55,000.00'],
]

test.each([
  ['behind a letter', [LETTER, makeReceipt(5).lines]],
  ['behind an invoice', [INVOICE, makeReceipt(5).lines]],
  ['over two pages', [LETTER, makeReceipt(5).lines.slice(0, 14), makeReceipt(5).lines.slice(14)]],
  ['before an invoice', [makeReceipt(5).lines, INVOICE]],
])(
  'a receipt %s is read from the pages of a PDF',
  async (_, pages) => {
    const file = { type: 'application/pdf', content: pdfOf(pages), latest } as const
    expect(rightFields(5, await reader.readText(file, signal, 60_000))).toBe(18)
  },
  60_000,
)

test('a scanned receipt on a later page of a PDF is found, not far from the first one', async () => {
  const scanned = { picture: photo('tilted').content }
  const file = (pages: Parameters<typeof pdfOf>[0]) =>
    ({ type: 'application/pdf', content: pdfOf(pages), latest }) as const
  expect(await reader.findCode(file([LETTER, scanned]), signal, 60_000)).toBe(makeReceipt(1).qr)
  const far = [LETTER, LETTER, LETTER, LETTER, LETTER, scanned]
  expect(await reader.findCode(file(far), signal, 60_000)).toBeNull()
  const pale = file([LETTER, { picture: photo('pale').content }])
  expect(rightFields(11, await reader.readText(pale, signal, 60_000))).toBeGreaterThanOrEqual(15)
}, 60_000)

/** A photo of which a part is blank paper. */
function partOf(name: string, isKept: (x: number, y: number) => boolean): Uint8Array {
  const { data, width, height } = jpeg.decode(photo(name).content, { useTArray: true })
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    if (!isKept(pixel % width, Math.floor(pixel / width))) data.fill(240, pixel * 4, pixel * 4 + 3)
  }
  return jpeg.encode({ data, width, height }, 90).data
}

test('a scanned receipt whose totals are on the next page keeps its seller, date and time', async () => {
  // The rows of the photo slope; the totals begin below the last item.
  const isAbove = (x: number, y: number) => y < 742 + (x - 178) * 0.045
  const pages = [
    { picture: partOf('pale', isAbove) },
    { picture: partOf('pale', (x, y) => !isAbove(x, y) && y < 900) },
  ]
  const file = { type: 'application/pdf', content: pdfOf(pages), latest } as const
  expect(rightFields(11, await reader.readText(file, signal, 60_000))).toBeGreaterThanOrEqual(15)
}, 60_000)

/** A small PNG whose rows unpack to 1.6 GB, whatever its head says. */
function bomb(width: number, height: number): Uint8Array {
  const chunk = (name: string, data: Uint8Array) => {
    const head = Buffer.alloc(8)
    head.writeUInt32BE(data.length)
    head.write(name, 4, 'latin1')
    return Buffer.concat([head, data, Buffer.alloc(4)])
  }
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  size.set([8, 0, 0, 0, 0], 8)
  const part = deflateRawSync(Buffer.alloc(16_000_000), { finishFlush: constants.Z_FULL_FLUSH })
  const rows = Buffer.concat([Buffer.from([0x78, 0x9c]), ...Array.from({ length: 100 }, () => part)])
  const signature = Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1')
  return Buffer.concat([signature, chunk('IHDR', size), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

test.each([
  ['has too many points', bomb(60_000, 60_000), 'image/png'],
  ['unpacks to more than its size', bomb(200, 200), 'image/png'],
  ['is no picture', Buffer.from('\u00ff\u00d8\u00ff nothing', 'latin1'), 'image/jpeg'],
  ['is no PDF', Buffer.from('%PDF-1.7 nothing'), 'application/pdf'],
] as const)(
  'a file that %s ends only its own reading',
  async (_, content, type) => {
    await expect(reader.readText({ type, content, latest }, signal, 60_000)).rejects.toThrow(
      'could not be read',
    )
  },
  60_000,
)

test('a reading that was stopped ends at once, and the next one begins', async () => {
  const stopper = new AbortController()
  const stopped = reader.readText(photo('pale'), stopper.signal, 60_000)
  const next = reader.findCode(photo('tilted'), signal, 60_000)
  stopper.abort()
  await expect(stopped).rejects.toThrow()
  expect(await next).toBe(makeReceipt(1).qr)
}, 60_000)
