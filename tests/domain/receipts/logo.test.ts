import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Logo, logoBytes, logoOf, logoRuns } from '#domain/receipts/logo.ts'
import { receiptLines } from '#domain/receipts/receipt-lines.ts'
import { drawPdf } from '#receipt-pdf/draw-pdf.ts'
import { receiptMessages } from '#server/messages/receipt-messages.ts'
import { readPdf } from '#tests/support/read-pdf.ts'
import { exampleInvoice } from '../example-invoice.ts'
import { A_CROSS } from './a-cross.ts'
import { exampleCompany } from './example-receipt.ts'

const GREY_STEPS = 256

function greys(width: number, levels: readonly number[]) {
  const data = Uint8ClampedArray.from(levels.flatMap((level) => [level, level, level, 255]))
  return { width, height: levels.length / width, data }
}

describe('the seller’s logo', () => {
  test('is dark dots on white; what shows through is white, and a picture with nothing dark is none', () => {
    const cross = logoOf(A_CROSS)
    expect(cross && logoBytes(cross).slice(0, 2)).toEqual([0b00001000, 0])
    expect(cross && logoBytes(cross).slice(8, 10)).toEqual([0b11111111, 0b11000000])
    expect(logoOf(greys(2, [255, 250, 200, 255]))).toBeUndefined()
  })

  test('for any picture, its runs are its dark dots, each once', () => {
    const picture = fc.integer({ min: 1, max: 20 }).chain((width) =>
      fc.array(fc.integer({ min: 0, max: GREY_STEPS - 1 }), { minLength: 1, maxLength: 12 }).map((levels) =>
        greys(
          width,
          Array.from({ length: width * 4 }, (_, at) => levels[at % levels.length] ?? 0),
        ),
      ),
    )
    fc.assert(
      fc.property(picture, (pixels) => {
        const logo = logoOf(pixels)
        const dark = Array.from(pixels.data)
          .filter((_, at) => at % 4 === 0)
          .flatMap((level, at) => (level < 140 ? [at] : []))
        const drawn = (logo ? logoRuns(logo) : []).flatMap(({ x, y, length }) =>
          Array.from({ length }, (_, step) => y * pixels.width + x + step),
        )
        expect(drawn).toEqual(dark)
      }),
    )
  })

  test('is in the PDF as bars, above the name', () => {
    const logo: Logo | undefined = logoOf(A_CROSS)
    const lines = receiptLines(
      { invoice: exampleInvoice(), company: { ...exampleCompany(), logo }, copy: false },
      receiptMessages.en,
    )
    const [page] = readPdf(
      new Uint8Array(drawPdf({ lines, size: '80', title: 'x', at: 0, fileId: '0'.repeat(32) })),
    )
    expect(page?.bars).toHaveLength(logo ? logoRuns(logo).length : -1)
    const name = page?.texts.find(({ text }) => text === 'Duka la Mfano')
    for (const bar of page?.bars ?? []) expect(bar.y).toBeLessThan(name?.y ?? 0)
  })
})
