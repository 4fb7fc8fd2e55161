import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodeReceipt } from '#blocks/receipt/printer/escpos.ts'
import { logoBytes, logoOf } from '#domain/receipts/logo.ts'
import { PAPERS } from '#domain/receipts/paper-size.ts'
import { printerRows } from '#domain/receipts/printer-rows.ts'
import { receiptLines } from '#domain/receipts/receipt-lines.ts'
import { receiptMessages } from '#server/messages/receipt-messages.ts'
import {
  exampleInvoice,
  exampleLine,
  exampleReceipt,
  type InvoiceChange,
  percent,
  pieces,
  tsh,
} from '#tests/domain/example-invoice.ts'
import { A_CROSS } from '#tests/domain/receipts/a-cross.ts'
import { exampleCompany } from '#tests/domain/receipts/example-receipt.ts'
import { readEscpos } from '#tests/support/read-escpos.ts'

const PLAIN = { qrAsPicture: false, opensDrawer: false }

function rowsOf(change: InvoiceChange, size: '58' | '80', language: 'en' | 'sw' = 'en') {
  const invoice = exampleInvoice({ status: 'issued', receipt: exampleReceipt(), ...change })
  const lines = receiptLines({ invoice, company: exampleCompany(), copy: false }, receiptMessages[language])
  return printerRows(lines, PAPERS[size].columns)
}

describe('a receipt in ESC/POS', () => {
  test('puts the rows on a roll of 58 mm as its 32 columns hold them', () => {
    const lines = [
      exampleLine({
        description: 'Cement 50kg',
        quantity: pieces(3),
        unitPrice: tsh(4500),
        discount: percent(10),
      }),
    ]
    const { rows } = readEscpos(encodeReceipt(rowsOf({ lines }, '58'), { dots: 384, ...PLAIN }))
    expect(
      rows.map((row) => (row.kind === 'text' ? row.text : `[${row.kind === 'qr' ? row.text : ''}]`)),
    ).toEqual([
      'SI RISITI YA EFD - MAJARIBIO',
      'NOT A FISCAL RECEIPT -',
      'SIMULATION',
      'Duka la Mfano',
      'Mtaa wa Mfano 1, Dar es Salaam',
      '+255 700 000 100',
      '--------------------------------',
      'TIN                  999-000-111',
      'VRN                  40-000111-M',
      'SERIAL NO             10TZ199999',
      'UIN                UIN10TZ199999',
      'TAX OFFICE      Tax Office Mfano',
      '--------------------------------',
      'CUSTOMER NAME   Walk-in customer',
      '--------------------------------',
      'RECEIPT NUMBER                58',
      'Z NUMBER              1/20260302',
      'RECEIPT DATE          02-03-2026',
      'RECEIPT TIME            09:15:07',
      'SERVED BY             Asha Mfano',
      '--------------------------------',
      'Cement 50kg',
      '3 × 4,500.00         13,500.00 A',
      'Discount 10%           -1,350.00',
      '--------------------------------',
      'TOTAL EXCL OF TAX      10,296.61',
      'DISCOUNT                1,350.00',
      'TAX RATE A (18%)        1,853.39',
      'TOTAL TAX               1,853.39',
      'TOTAL INCL OF TAX  Tsh 12,150.00',
      'Not paid yet           12,150.00',
      '--------------------------------',
      'RECEIPT VERIFICATION CODE',
      'SIM7QX58',
      '[https://verify.tra.go.tz/SIM7QX58_091507]',
      'SI RISITI YA EFD - MAJARIBIO',
      'NOT A FISCAL RECEIPT -',
      'SIMULATION',
    ])
    expect(rows.find((row) => row.kind === 'text' && row.text.startsWith('TOTAL INCL'))).toMatchObject({
      bold: true,
      tall: true,
    })
    expect(rows[3]).toMatchObject({ text: 'Duka la Mfano', centred: true, bold: true })
  })

  test('begins with a clean printer that reads Windows-1252, cuts once, and opens the drawer only when asked', () => {
    const rows = rowsOf({}, '80')
    const bytes = encodeReceipt(rows, { dots: 576, ...PLAIN })
    expect([...bytes.slice(0, 7)]).toEqual([0x1b, 0x40, 0x1c, 0x2e, 0x1b, 0x74, 16])
    expect(readEscpos(bytes)).toMatchObject({ codePage: 16, cuts: 1, drawerPulses: 0 })
    const opening = encodeReceipt(rows, { dots: 576, qrAsPicture: false, opensDrawer: true })
    expect(readEscpos(opening)).toMatchObject({ cuts: 1, drawerPulses: 1 })
    expect([...opening.slice(-5)]).toEqual([0x1b, 0x70, 0, 25, 250])
  })

  test.each(['58', '80'] as const)(
    'the code reads the same from the printer’s own QR and from a picture on %s mm',
    (size) => {
      const { dots } = PAPERS[size]
      const rows = rowsOf({}, size)
      const address = 'https://verify.tra.go.tz/SIM7QX58_091507'
      const own = readEscpos(encodeReceipt(rows, { dots, ...PLAIN })).rows.filter(({ kind }) => kind === 'qr')
      expect(own).toMatchObject([{ text: address, as: 'code' }])
      const drawn = readEscpos(encodeReceipt(rows, { dots, qrAsPicture: true, opensDrawer: false }))
      const [picture] = drawn.rows.filter((row) => row.kind === 'qr')
      expect(picture).toMatchObject({ text: address, as: 'picture' })
      expect(picture?.width).toBeLessThanOrEqual(dots)
    },
  )

  test('the seller’s logo goes out dot for dot, before the name', () => {
    const logo = logoOf(A_CROSS)
    if (!logo) throw new Error('no logo')
    const invoice = exampleInvoice({ status: 'issued', receipt: exampleReceipt() })
    const lines = receiptLines(
      { invoice, company: { ...exampleCompany(), logo }, copy: false },
      receiptMessages.en,
    )
    const { rows } = readEscpos(encodeReceipt(printerRows(lines, 32), { dots: 384, ...PLAIN }))
    const at = rows.findIndex(({ kind }) => kind === 'picture')
    expect(rows[at]).toEqual({ kind: 'picture', width: 16, height: 10, dots: logoBytes(logo) })
    expect(rows[at + 1]).toMatchObject({ text: 'Duka la Mfano' })
  })

  test('for any sale every row follows the layout and is no wider than the paper', () => {
    const text = fc.string({ maxLength: 70, unit: 'grapheme' })
    fc.assert(
      fc.property(
        text,
        text,
        fc.constantFrom('58' as const, '80' as const),
        (description, reference, size) => {
          const rows = rowsOf({ lines: [exampleLine({ description })], reference }, size, 'sw')
          const { dots, columns } = PAPERS[size]
          const printed = readEscpos(encodeReceipt(rows, { dots, ...PLAIN })).rows
          const texts = (all: readonly { readonly kind: string; readonly text?: string }[]) =>
            all.flatMap(({ text }) => (text ? [text] : []))
          expect(texts(printed)).toEqual(texts(rows))
          for (const row of printed)
            if (row.kind === 'text') expect(row.text.length).toBeLessThanOrEqual(columns)
        },
      ),
    )
  })
})
