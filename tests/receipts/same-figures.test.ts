import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeReceipt } from '#blocks/receipt/printer/escpos.ts'
import { fiscalReceipt } from '#domain/fiscal/fiscal-receipt.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { PAPERS } from '#domain/receipts/paper-size.ts'
import { printerRows } from '#domain/receipts/printer-rows.ts'
import type { ReceiptLine } from '#domain/receipts/receipt-line.ts'
import { receiptLines } from '#domain/receipts/receipt-lines.ts'
import { drawPdf } from '#receipt-pdf/draw-pdf.ts'
import { receiptElement } from '#server/gateways/tra/receipt-document.ts'
import { publicReceiptPage } from '#server/http/public-receipt/public-receipt-page.ts'
import { receiptMessages } from '#server/messages/receipt-messages.ts'
import { exampleInvoice, exampleReceipt } from '#tests/domain/example-invoice.ts'
import { anyContent } from '#tests/domain/invoice-arbitraries.ts'
import { exampleCompany } from '#tests/domain/receipts/example-receipt.ts'
import { readEscpos } from '#tests/support/read-escpos.ts'
import { readPdf } from '#tests/support/read-pdf.ts'

/** The figures of one receipt, in cents, as one place shows them. */
type Figures = {
  readonly items: readonly string[]
  readonly excluding: number
  readonly discount: number
  readonly total: number
  /** Tax letters that were charged, with their tax. */
  readonly taxes: readonly string[]
  readonly paid: readonly string[]
}

const company = exampleCompany()
const words = receiptMessages.en
const PAYMENTS: Readonly<Record<string, string>> = {
  Cash: 'CASH',
  Cheque: 'CHEQUE',
  Card: 'CCARD',
  'Mobile money': 'EMONEY',
  'Not paid yet': 'INVOICE',
}

function cents(amount: string): number {
  return Math.round(Number(amount.replaceAll(/[^\d.]/g, '')) * 100)
}

/** From names and values that are beside each other, on any medium. */
function figuresOf(pairs: readonly (readonly [string, string])[], items: readonly string[]): Figures {
  const value = (name: string) => cents(pairs.find(([key]) => key === name)?.[1] ?? '0')
  return {
    items,
    excluding: value('TOTAL EXCL OF TAX'),
    discount: value('DISCOUNT'),
    total: value('TOTAL INCL OF TAX'),
    taxes: pairs.flatMap(([name, amount]) => {
      const letter = /^TAX RATE ([A-E])/.exec(name)?.[1]
      return letter === undefined ? [] : [`${letter} ${cents(amount)}`]
    }),
    paid: pairs.flatMap(([name, amount]) => (PAYMENTS[name] ? [`${PAYMENTS[name]} ${cents(amount)}`] : [])),
  }
}

function ofLines(lines: readonly ReceiptLine[]): Figures {
  return figuresOf(
    lines.flatMap((line) =>
      line.kind === 'sum' || line.kind === 'grand' ? [[line.name, line.value] as const] : [],
    ),
    lines.flatMap((line) => (line.kind === 'item' ? [line.amount] : [])),
  )
}

/** What the server computed and stored, from the records themselves. */
function ofServer(invoice: Invoice, receipt: ReturnType<typeof fiscalReceipt>): Figures {
  const { totals } = invoice
  return {
    items: receipt.items.map(({ amount, letter }) => `${amount} ${letter}`),
    excluding: totals.totalExcludingTax,
    discount: totals.totalDiscount,
    total: totals.totalIncludingTax,
    taxes: totals.perLetter.flatMap(({ letter, tax }) => (tax > 0 ? [`${letter} ${tax}`] : [])),
    paid: receipt.payments.map(({ type, amount }) => `${type} ${amount}`),
  }
}

/** What the authority reads. */
function ofXml(xml: string): Figures {
  const all = (name: string) =>
    [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text]) => text ?? '')
  const one = (name: string) => cents(all(name)[0] ?? '')
  const taxes = all('TAXAMOUNT').map(cents)
  return {
    items: all('AMT').map(
      (amount, index) => `${cents(amount)} ${'ABCDE'.charAt(Number(all('TAXCODE')[index]) - 1)}`,
    ),
    excluding: one('TOTALTAXEXCL'),
    discount: one('DISCOUNT'),
    total: one('TOTALTAXINCL'),
    taxes: all('VATRATE').flatMap((letter, index) =>
      (taxes[index] ?? 0) > 0 ? [`${letter} ${taxes[index]}`] : [],
    ),
    paid: all('PMTTYPE').map((type, index) => `${type} ${cents(all('PMTAMOUNT')[index] ?? '')}`),
  }
}

function ofPage(html: string): Figures {
  const text = (part: string) => part.replaceAll('&#39;', "'").replaceAll('&amp;', '&')
  const pairs = [...html.matchAll(/<dt>([^<]*)<\/dt><dd>([^<]*)<\/dd>/g)]
  const items = [...html.matchAll(/<span class="pair"><span>[^<]*×[^<]*<\/span><span>([^<]*)<\/span>/g)]
  return figuresOf(
    pairs.map(([, name = '', value = '']) => [text(name), value]),
    items.map(([, amount = '']) => amount),
  )
}

function ofPdf(file: ArrayBuffer): Figures {
  const texts = readPdf(new Uint8Array(file)).flatMap((page, number) =>
    page.texts.map((text) => ({ ...text, row: `${number} ${text.y.toFixed(1)}` })),
  )
  const rows = [...Map.groupBy(texts, ({ row }) => row).values()].filter((row) => row.length === 2)
  const pairs = rows.map(([name, value]) => [name?.text ?? '', value?.text ?? ''] as const)
  return figuresOf(
    pairs,
    pairs.flatMap(([name, value]) => (name.includes(' × ') ? [value] : [])),
  )
}

function ofRoll(bytes: Uint8Array): Figures {
  const rows = readEscpos(bytes).rows.flatMap((row) => (row.kind === 'text' ? [row.text] : []))
  const pairs = rows.flatMap((row) => {
    const match = /^(\S.*?) {1,}((?:Tsh )?-?[\d,]+\.\d\d(?: [A-E])?)$/.exec(row)
    return match ? [[(match[1] ?? '').trim(), match[2] ?? ''] as const] : []
  })
  return figuresOf(
    pairs,
    pairs.flatMap(([name, value]) => (name.includes(' × ') ? [value] : [])),
  )
}

/** Amounts of items without the way they are written. */
function bare({ items, ...figures }: Figures): Figures {
  return {
    ...figures,
    items: items.map((item) => `${/[,.]/.test(item) ? cents(item) : item.split(' ')[0]} ${item.at(-1)}`),
  }
}

/**
 * The rule a shop is checked by: a customer, an inspector and the authority see the same figures everywhere.
 */
test('figures are equal on screen and paper, PDF, printer, slip page, server and in the XML for TRA (spec §3, TRA guide)', async () => {
  await fc.assert(
    fc.asyncProperty(anyContent, fc.boolean(), async (content, vatRegistered) => {
      const invoice = exampleInvoice({
        ...content,
        vatRegistered,
        status: 'issued',
        receipt: exampleReceipt(),
      })
      const { receipt } = invoice
      if (receipt === null) throw new Error('no receipt')
      const seller = { tin: '999000111', regId: 'TZ0100999111', efdSerial: '10TZ199999' }
      const fiscal = fiscalReceipt(invoice, vatRegistered, receipt, seller)
      const lines = receiptLines({ invoice, company, copy: false }, words)
      const truth = bare(ofServer(invoice, fiscal))
      const { columns, dots } = PAPERS[80]
      const pdf = drawPdf({ lines, size: 'A4', title: 'Receipt', at: 0, fileId: '0'.repeat(32) })
      const bytes = encodeReceipt(printerRows(lines, columns), {
        dots,
        qrAsPicture: false,
        opensDrawer: false,
      })
      const page = await publicReceiptPage({ kind: 'receipt', invoice, company, acknowledged: true }, 'en')
      expect(bare(ofLines(lines)), 'screen and paper').toEqual(truth)
      expect(bare(ofXml(receiptElement(fiscal))), 'XML for TRA').toEqual(truth)
      expect(bare(ofPage(String(page))), 'slip page').toEqual(truth)
      expect(bare(ofPdf(pdf)), 'PDF').toEqual(truth)
      expect(bare(ofRoll(bytes)), 'printer').toEqual(truth)
    }),
    { numRuns: 150 },
  )
})
