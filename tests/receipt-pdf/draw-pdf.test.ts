import fc from 'fast-check'
import jsqr from 'jsqr'
import { describe, expect, test } from 'vitest'
import { instantMs } from '#domain/calendar/east-africa.ts'
import { PAPER_SIZES, PAPERS, type PaperSize } from '#domain/receipts/paper-size.ts'
import { receiptLines } from '#domain/receipts/receipt-lines.ts'
import { drawPdf } from '#receipt-pdf/draw-pdf.ts'
import { receiptMessages } from '#server/messages/receipt-messages.ts'
import { exampleInvoice, exampleLine, exampleReceipt, type InvoiceChange } from '../domain/example-invoice.ts'
import { exampleCompany } from '../domain/receipts/example-receipt.ts'
import { readPdf } from '../support/read-pdf.ts'
import type { PdfPage } from '../support/read-pdf-content.ts'

function pdfOf(change: InvoiceChange, size: PaperSize, companyName = 'Duka la Mfano'): Uint8Array {
  const invoice = exampleInvoice({ status: 'issued', receipt: exampleReceipt(), ...change })
  const lines = receiptLines(
    { invoice, company: exampleCompany({ name: companyName }), copy: false },
    receiptMessages.en,
  )
  const at = instantMs(invoice.saleAt)
  return new Uint8Array(drawPdf({ lines, size, title: 'Receipt', at, fileId: '0'.repeat(32) }))
}

function rounded(page: PdfPage): string[] {
  return page.texts.map(({ x, y, text }) => `${x.toFixed(1)} ${y.toFixed(1)} ${text}`)
}

/** What a camera sees of the code: the bars, ten dots a millimetre. */
function scan({ bars }: PdfPage): string | undefined {
  const left = Math.min(...bars.map(({ x }) => x)) - 4
  const top = Math.min(...bars.map(({ y }) => y)) - 4
  const side = Math.round((Math.max(...bars.map(({ x, width }) => x + width)) + 4 - left) * 10)
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
  for (const bar of bars) {
    for (let y = Math.round((bar.y - top) * 10); y < Math.round((bar.y + bar.height - top) * 10); y += 1) {
      for (let x = Math.round((bar.x - left) * 10); x < Math.round((bar.x + bar.width - left) * 10); x += 1) {
        pixels.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3)
      }
    }
  }
  return jsqr(pixels, side, side)?.data
}

describe('the PDF of a receipt (TRA guide: legal layout, code and QR on every printout)', () => {
  test('has every text at its place on a roll of 80 mm, in the standard Helvetica', () => {
    const [page] = readPdf(pdfOf({}, '80'))
    expect(page && rounded(page)).toEqual([
      '17.0 6.3 SI RISITI YA EFD - MAJARIBIO',
      '10.3 10.7 NOT A FISCAL RECEIPT - SIMULATION',
      '27.1 18.8 Duka la Mfano',
      '16.6 23.5 Mtaa wa Mfano 1, Dar es Salaam',
      '27.3 28.0 +255 700 000 100',
      '4.0 35.4 TIN',
      '58.2 35.4 999-000-111',
      '4.0 39.8 VRN',
      '57.3 39.8 40-000111-M',
      '4.0 44.3 SERIAL NO',
      '58.2 44.3 10TZ199999',
      '4.0 48.7 UIN',
      '52.7 48.7 UIN10TZ199999',
      '4.0 53.2 TAX OFFICE',
      '51.9 53.2 Tax Office Mfano',
      '4.0 60.6 CUSTOMER NAME',
      '51.6 60.6 Walk-in customer',
      '4.0 68.1 RECEIPT NUMBER',
      '72.5 68.1 58',
      '4.0 72.5 Z NUMBER',
      '59.4 72.5 1/20260302',
      '4.0 77.0 RECEIPT DATE',
      '59.9 77.0 02-03-2026',
      '4.0 81.4 RECEIPT TIME',
      '63.7 81.4 09:15:07',
      '4.0 85.9 SERVED BY',
      '59.2 85.9 Asha Mfano',
      '4.0 93.3 Cement 50kg',
      '4.0 97.7 1 × 1,000.00',
      '60.8 97.7 1,000.00 A',
      '4.0 106.3 TOTAL EXCL OF TAX',
      '66.4 106.3 847.46',
      '4.0 110.7 TAX RATE A (18%)',
      '66.4 110.7 152.54',
      '4.0 115.2 TOTAL TAX',
      '66.4 115.2 152.54',
      '4.0 123.0 TOTAL INCL OF TAX',
      '55.0 123.0 Tsh 1,000.00',
      '4.0 130.6 Not paid yet',
      '63.7 130.6 1,000.00',
      '16.6 138.1 RECEIPT VERIFICATION CODE',
      '30.7 143.2 SIM7QX58',
      '17.0 186.3 SI RISITI YA EFD - MAJARIBIO',
      '10.3 190.8 NOT A FISCAL RECEIPT - SIMULATION',
    ])
  })

  test.each(PAPER_SIZES)(
    'on %s its page has the size of the paper and its code reads as the address of TRA',
    (size) => {
      const [page, ...more] = readPdf(pdfOf({}, size))
      expect(more).toEqual([])
      expect(page?.width).toBeCloseTo(PAPERS[size].width, 1)
      if (PAPERS[size].height !== null) expect(page?.height).toBeCloseTo(297, 1)
      expect(page && scan(page)).toBe('https://verify.tra.go.tz/SIM7QX58_091507')
    },
  )

  test('the same receipt gives the same file, byte for byte', () => {
    expect(pdfOf({}, '58')).toEqual(pdfOf({}, '58'))
  })

  test('letters that Helvetica lacks are spelled or become ?, and none becomes another', () => {
    const descriptions = ['Ng’ombe – “Ushuru” café', 'Ćevapi łosoś', '米 kg', 'a\u0301\u00ADb ✓']
    const lines = descriptions.map((description) => exampleLine({ description }))
    const [page] = readPdf(pdfOf({ lines }, '80', 'Duka “Ñandú” €'))
    const texts = page?.texts.map(({ text }) => text)
    for (const text of ['Ng’ombe – “Ushuru” café', 'Cevapi losos', '? kg', 'áb ?', 'Duka “Ñandú” €']) {
      expect(texts).toContain(text)
    }
  })

  test('a full office sheet continues on the next, and no item is lost, doubled or cut', () => {
    const lines = Array.from({ length: 70 }, (_, index) => exampleLine({ description: `Item ${index + 1}.` }))
    const pages = readPdf(pdfOf({ lines }, 'A4'))
    expect(pages.length).toBeGreaterThan(2)
    const all = pages.flatMap(({ texts }) => texts.map(({ text }) => text))
    for (const { description } of lines) expect(all.filter((text) => text === description)).toHaveLength(1)
    for (const page of pages) {
      expect(Math.min(...page.texts.map(({ y }) => y))).toBeGreaterThan(15)
      expect(Math.max(...page.texts.map(({ y }) => y))).toBeLessThan(297 - 15)
    }
    // The description is on the page of its amount.
    for (const page of pages) {
      expect(page.texts.filter(({ text }) => text === '1,000.00 A')).toHaveLength(
        page.texts.filter(({ text }) => text.startsWith('Item ')).length,
      )
    }
  })

  test('with any names, no text leaves the paper or overlaps another', () => {
    const name = fc.string({
      maxLength: 60,
      unit: fc.constantFrom('W', 'M', 'i', 'l', '.', ' ', 'á', 'ß', 'Æ', '—', '0'),
    })
    fc.assert(
      fc.property(name, name, fc.constantFrom(...PAPER_SIZES), (description, company, size) => {
        const [page] = readPdf(
          pdfOf({ lines: [exampleLine({ description })], reference: description }, size, company),
        )
        if (!page) throw new Error('no page')
        const { width, side } = PAPERS[size]
        for (const { x } of page.texts) {
          expect(x).toBeGreaterThanOrEqual(side - 0.01)
          expect(x).toBeLessThan(width - side)
        }
        const places = page.texts.map(({ x, y }) => `${x.toFixed(2)} ${y.toFixed(2)}`)
        expect(new Set(places).size).toBe(places.length)
      }),
      { numRuns: 40 },
    )
  })
})
