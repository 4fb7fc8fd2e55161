import { createHash, createVerify } from 'node:crypto'
import fc from 'fast-check'
import { XMLParser } from 'fast-xml-parser'
import { describe, expect, it } from 'vitest'
import { FISCAL_PAYMENT_TYPES, type FiscalItem, type FiscalReceipt } from '#domain/fiscal/fiscal-receipt.ts'
import { toCents } from '#domain/money/cents.ts'
import { plainAmount } from '#domain/money/money-text.ts'
import { quantityText, toQuantity } from '#domain/money/quantity.ts'
import { TAX_LETTERS } from '#domain/tax/tax-type.ts'
import { readReceiptDocument } from '#server/gateways/tra/read-receipt-document.ts'
import { receiptElement } from '#server/gateways/tra/receipt-document.ts'
import { envelope, signElement } from '#server/gateways/tra/sign.ts'
import { fiscalDay, GOLDEN_ELEMENT, GOLDEN_RECEIPT, instant, letterTotal } from './golden-receipt.ts'
import { makeSigningKey } from './signing-key.ts'

const firstItem: FiscalItem = {
  id: 'SKU-1',
  description: 'Cement 50kg',
  quantity: toQuantity(3000),
  letter: 'A',
  amount: toCents(1_350_000),
}

/** A golden receipt whose first and only item is changed. */
function withItem(change: Partial<FiscalItem>): string {
  return receiptElement({ ...GOLDEN_RECEIPT, items: [{ ...firstItem, ...change }] })
}

function textOf(xml: string, name: string): string | undefined {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]
}

describe('receipt document (TRA guide, order and form of elements)', () => {
  it('gives the golden receipt byte for byte: 1274 bytes with the published hash', () => {
    const element = receiptElement(GOLDEN_RECEIPT)
    expect(element).toBe(GOLDEN_ELEMENT)
    expect(Buffer.byteLength(element)).toBe(1274)
    expect(createHash('sha1').update(element).digest('hex')).toBe('c7302205e4adf5a2a6199569ef34c643a038b72e')
  })

  it('leaves the customer id empty when the type says there is none', () => {
    const customer = { ...GOLDEN_RECEIPT.customer, id: '999999999' }
    expect(receiptElement({ ...GOLDEN_RECEIPT, customer })).toContain('<CUSTID></CUSTID>')
    expect(receiptElement({ ...GOLDEN_RECEIPT, customer: { ...customer, idType: 1 } })).toContain(
      '<CUSTID>999999999</CUSTID>',
    )
  })

  it('sends only digits of the mobile number', () => {
    const customer = { ...GOLDEN_RECEIPT.customer, mobile: '+255 712-000-000' }
    expect(textOf(receiptElement({ ...GOLDEN_RECEIPT, customer }), 'MOBILENUM')).toBe('255712000000')
  })

  it.each([
    [3000, '3'],
    [250, '0.25'],
    [1500, '1.5'],
    [1_000_010, '1000.01'],
  ])('writes a quantity of %i thousandths as %s', (thousandths, text) => {
    const element = withItem({ quantity: toQuantity(thousandths) })
    expect(textOf(element, 'QTY')).toBe(text)
    expect(textOf(element, 'DESC')).toBe('Cement 50kg')
  })

  it('sends quantity 1 and puts the measure into the description when it needs three decimals', () => {
    const element = withItem({ quantity: toQuantity(125), description: 'Sugar' })
    expect(textOf(element, 'QTY')).toBe('1')
    expect(textOf(element, 'DESC')).toBe('Sugar x 0.125')
  })

  it('keeps the measure whole when the description is longer than the limit', () => {
    const description = textOf(withItem({ quantity: toQuantity(1125), description: 'x'.repeat(400) }), 'DESC')
    expect(description).toHaveLength(255)
    expect(description?.endsWith(' x 1.125')).toBe(true)
  })

  it('cleans texts: escapes the five signs, collapses white space, drops controls, spells in ASCII', () => {
    expect(textOf(withItem({ description: ' Café\t\u0000 "A&B"\n <c> ’d ' }), 'DESC')).toBe(
      'Cafe &quot;A&amp;B&quot; &lt;c&gt; &apos;d',
    )
  })

  it('names an item by its id when nothing of the description has an ASCII spelling', () => {
    expect(textOf(withItem({ description: '茶' }), 'DESC')).toBe('Item SKU-1')
  })

  it('keeps texts within their limits: name 100, id 50, description 255, item id 50', () => {
    const long = 'n'.repeat(300)
    const customer = { idType: 1 as const, id: long, name: long, mobile: '' }
    const element = receiptElement({
      ...GOLDEN_RECEIPT,
      customer,
      items: [{ ...firstItem, id: long, description: long }],
    })
    expect(textOf(element, 'CUSTNAME')).toHaveLength(100)
    expect(textOf(element, 'CUSTID')).toHaveLength(50)
    expect(textOf(element, 'ID')).toHaveLength(50)
    expect(textOf(element, 'DESC')).toHaveLength(255)
  })

  it('lists tax letters in their order, for any order of input', () => {
    const element = receiptElement({ ...GOLDEN_RECEIPT, vatTotals: GOLDEN_RECEIPT.vatTotals.toReversed() })
    expect(element).toBe(GOLDEN_ELEMENT)
  })
})

const key = makeSigningKey()
const parser = new XMLParser({
  parseTagValue: false,
  trimValues: false,
  isArray: (name) => ['ITEM', 'PMTTYPE', 'PMTAMOUNT', 'VATRATE', 'NETTAMOUNT', 'TAXAMOUNT'].includes(name),
})

const cents = fc.integer({ min: 0, max: 99_999_999_900 }).map(toCents)
const ascii = (max: number) =>
  fc
    .string({ unit: fc.constantFrom(...Array.from('abcXYZ 019-./&<>"\'')), minLength: 1, maxLength: max })
    .map((text) => text.replace(/ +/g, ' ').trim())
    .filter((text) => text !== '')

const anyReceipt: fc.Arbitrary<FiscalReceipt> = fc.record({
  seller: fc.constant(GOLDEN_RECEIPT.seller),
  customer: fc.record({
    idType: fc.constantFrom(1, 2, 3, 4, 5),
    id: ascii(50),
    name: ascii(100),
    mobile: fc.constantFrom('', '255712000000'),
  }),
  numbers: fc
    .record({ gc: fc.integer({ min: 1, max: 9_999_999 }), dc: fc.integer({ min: 1, max: 999 }) })
    .map(({ gc, dc }) => ({
      ...GOLDEN_RECEIPT.numbers,
      gc,
      dc,
      rctvnum: `SIM7QX${gc}`,
      issuedDay: fiscalDay('2026-03-02'),
      issuedAt: instant('2026-03-02T06:15:07.000Z'),
    })),
  items: fc.array(
    fc.record({
      id: ascii(50),
      description: ascii(120),
      quantity: fc.integer({ min: 1, max: 1_000_000_000 }).map(toQuantity),
      letter: fc.constantFrom(...TAX_LETTERS),
      amount: cents,
    }),
    { minLength: 1, maxLength: 8 },
  ),
  totalExcludingTax: cents,
  totalIncludingTax: cents,
  discount: cents,
  payments: fc
    .subarray([...FISCAL_PAYMENT_TYPES], { minLength: 1 })
    .chain((types) => fc.tuple(...types.map((type) => cents.map((amount) => ({ type, amount }))))),
  vatTotals: fc
    .subarray([...TAX_LETTERS], { minLength: 1 })
    .chain((letters) =>
      fc.tuple(
        ...letters.map((letter) => fc.tuple(cents, cents).map(([net, tax]) => letterTotal(letter, net, tax))),
      ),
    ),
})

describe('receipt document as this server reads it', () => {
  it('gives seller, numbers and money of any receipt back', () => {
    fc.assert(
      fc.property(anyReceipt, (receipt) => {
        const element = receiptElement(receipt)
        const { seller, numbers, totalExcludingTax, totalIncludingTax, discount, payments } = receipt
        expect(readReceiptDocument(envelope(element, 'c2lnbmF0dXJl'))).toEqual({
          ...{ seller, totalExcludingTax, totalIncludingTax, discount, payments },
          numbers: [numbers.gc, numbers.dc, numbers.gc, numbers.znum, numbers.rctvnum]
            .map(String)
            .concat(numbers.issuedDay, numbers.issuedTime),
          items: receipt.items.map(({ letter, amount }) => ({
            taxCode: String(TAX_LETTERS.indexOf(letter) + 1),
            amount,
          })),
          vatTotals: receipt.vatTotals.map(({ letter, net, tax }) => ({ letter, net, tax })),
        })
      }),
    )
  })

  it.each([
    ['<DC>1</DC>', '', 'DC'],
    ['</DC>', '</DC><DC>2</DC>', 'DC'],
    ['<PMTTYPE>CASH', '<PMTTYPE>GOLD', 'PMTTYPE'],
    [/<DISCOUNT>[^<]*/, '<DISCOUNT>1e3', 'DISCOUNT'],
    [/<PMTAMOUNT>[^<]*<\/PMTAMOUNT>/, '', 'PMTAMOUNT'],
  ])('refuses a document in which %s is %j', (part, broken, name) => {
    const element = GOLDEN_ELEMENT.replace(part, broken)
    expect(element).not.toBe(GOLDEN_ELEMENT)
    expect(() => readReceiptDocument(element)).toThrow(`a signed receipt has no readable ${name}`)
  })
})

describe('receipt document as another reads it', () => {
  it('says the same values again, and its signature fits the raw slice of the message', () => {
    fc.assert(
      fc.property(anyReceipt, (receipt) => {
        const element = receiptElement(receipt)
        const message = envelope(element, signElement(element, key.privateKeyPem))

        const slice = message.slice(message.indexOf('<RCT>'), message.indexOf('</RCT>') + '</RCT>'.length)
        const signature = textOf(message, 'EFDMSSIGNATURE') ?? ''
        expect(createVerify('RSA-SHA1').update(slice).verify(key.publicKeyPem, signature, 'base64')).toBe(
          true,
        )

        const read: unknown = parser.parse(message)
        expect(read).toMatchObject({
          EFDMS: {
            RCT: {
              CUSTID: receipt.customer.id,
              CUSTNAME: receipt.customer.name,
              MOBILENUM: receipt.customer.mobile,
              RCTNUM: String(receipt.numbers.gc),
              GC: String(receipt.numbers.gc),
              DC: String(receipt.numbers.dc),
              RCTVNUM: receipt.numbers.rctvnum,
              ITEMS: {
                ITEM: receipt.items.map((item) => ({
                  ID: item.id,
                  DESC:
                    item.quantity % 10 === 0
                      ? item.description
                      : `${item.description} x ${quantityText(item.quantity)}`,
                  QTY: item.quantity % 10 === 0 ? quantityText(item.quantity) : '1',
                  TAXCODE: String(TAX_LETTERS.indexOf(item.letter) + 1),
                  AMT: plainAmount(item.amount),
                })),
              },
              TOTALS: {
                TOTALTAXEXCL: plainAmount(receipt.totalExcludingTax),
                TOTALTAXINCL: plainAmount(receipt.totalIncludingTax),
                DISCOUNT: plainAmount(receipt.discount),
              },
              PAYMENTS: {
                PMTTYPE: receipt.payments.map((payment) => payment.type),
                PMTAMOUNT: receipt.payments.map((payment) => plainAmount(payment.amount)),
              },
              VATTOTALS: {
                VATRATE: receipt.vatTotals.map((total) => total.letter),
                NETTAMOUNT: receipt.vatTotals.map((total) => plainAmount(total.net)),
                TAXAMOUNT: receipt.vatTotals.map((total) => plainAmount(total.tax)),
              },
            },
          },
        })
      }),
      { numRuns: 150 },
    )
  })

  it('stays one line of ASCII with escaped text for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const element = receiptElement({
          ...GOLDEN_RECEIPT,
          customer: { idType: 1, id: text, name: text, mobile: text },
          items: [{ ...firstItem, id: text, description: text }],
        })
        expect(element).toMatch(/^[ -~]+$/)
        expect(() => new XMLParser({ parseTagValue: false }).parse(element, true) as unknown).not.toThrow()
      }),
      { numRuns: 300 },
    )
  })
})
