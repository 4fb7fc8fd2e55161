import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS, type FiscalDay, fiscalDayOf, instantMs, toInstant } from '#domain/calendar/east-africa.ts'
import { cleanText } from '#domain/fiscal/clean-text.ts'
import {
  type FiscalCounter,
  type FiscalNumbers,
  takeFiscalNumbers,
  verifyUrl,
} from '#domain/fiscal/fiscal-numbers.ts'
import { type FiscalReceipt, fiscalPayments, fiscalReceipt } from '#domain/fiscal/fiscal-receipt.ts'
import { zReport } from '#domain/fiscal/z-report.ts'
import { letterTotals } from '#domain/invoices/invoice-totals.ts'
import { sumCents } from '#domain/money/cents.ts'
import { eat, exampleContent, exampleLine, percent, pieces, tsh } from '../example-invoice.ts'
import { anyContent } from '../invoice-arbitraries.ts'

const fresh: FiscalCounter = { nextGc: 1, day: null, dc: 0, lastIssuedAt: null }

function take(counter: FiscalCounter, at: ReturnType<typeof eat>, code = 'SIM7QX') {
  const taken = takeFiscalNumbers(counter, code, at)
  if (taken.kind === 'refused') throw new Error(taken.code)
  return taken
}

describe('takeFiscalNumbers (TRA guide: GC, DC, ZNUM, RCTVNUM)', () => {
  it('makes the numbers of the shared example receipt', () => {
    const { numbers } = take({ ...fresh, nextGc: 58 }, eat('2026-03-02', '09:15:07'))
    expect(numbers).toMatchObject({
      gc: 58,
      dc: 1,
      znum: '20260302',
      rctvnum: 'SIM7QX58',
      issuedDay: '2026-03-02',
      issuedTime: '09:15:07',
    })
    expect(verifyUrl('https://verify.tra.go.tz', numbers)).toBe('https://verify.tra.go.tz/SIM7QX58_091507')
    expect(verifyUrl('https://virtual.tra.go.tz/efdmsRctVerify/', numbers)).toBe(
      'https://virtual.tra.go.tz/efdmsRctVerify/SIM7QX58_091507',
    )
  })

  it('makes the public example numbers: GC 10103 at 2021-02-03 20:52:53', () => {
    const { numbers } = take({ ...fresh, nextGc: 10_103 }, eat('2021-02-03', '20:52:53'))
    expect(numbers).toMatchObject({ gc: 10_103, dc: 1, znum: '20210203', issuedTime: '20:52:53' })
  })

  it('starts the daily counter again between 23:59:58 and 00:00:03 East Africa Time', () => {
    const first = take(fresh, eat('2026-03-02', '23:59:57'))
    const second = take(first.counter, eat('2026-03-02', '23:59:58'))
    const third = take(second.counter, eat('2026-03-03', '00:00:03'))
    expect([first, second, third].map(({ numbers: { gc, dc, znum } }) => [gc, dc, znum])).toEqual([
      [1, 1, '20260302'],
      [2, 2, '20260302'],
      [3, 1, '20260303'],
    ])
  })

  it('refuses when the clock is behind the last receipt, and takes the same second again', () => {
    const { counter } = take(fresh, eat('2026-03-02', '09:15:07'))
    expect(takeFiscalNumbers(counter, 'X', eat('2026-03-02', '09:15:06'))).toEqual({
      kind: 'refused',
      code: 'CLOCK_BEHIND_LAST_RECEIPT',
    })
    expect(take(counter, eat('2026-03-02', '09:15:07')).numbers).toMatchObject({ gc: 2, dc: 2 })
  })

  it('leaves no gap in GC nor in the DC of any day, and never goes back in time', () => {
    const steps = fc.array(fc.integer({ min: 0, max: DAY_MS }), { minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), steps, (firstGc, waits) => {
        let counter: FiscalCounter = { ...fresh, nextGc: firstGc }
        let now = instantMs(eat('2026-01-01', '00:00:00'))
        const taken: FiscalNumbers[] = []
        for (const wait of waits) {
          now += wait
          const step = take(counter, toInstant(now))
          counter = step.counter
          taken.push(step.numbers)
        }
        expect(taken.map(({ gc }) => gc)).toEqual(waits.map((_, index) => firstGc + index))
        const days = Map.groupBy(taken, ({ issuedDay }) => issuedDay)
        for (const [day, numbers] of days) {
          expect(numbers.map(({ dc }) => dc)).toEqual(numbers.map((_, index) => index + 1))
          for (const { issuedAt, znum } of numbers) {
            expect(fiscalDayOf(issuedAt)).toBe(day)
            expect(znum).toBe(day.replaceAll('-', ''))
          }
        }
      }),
    )
  })
})

const numbers = take({ ...fresh, nextGc: 58 }, eat('2026-03-02', '09:15:07')).numbers
const seller = { tin: '999000111', regId: 'TZ0100999111', efdSerial: '10TZ199999' }

describe('fiscalReceipt', () => {
  it('keeps the identities of the authority: Σ AMT − DISCOUNT, Σ net, Σ tax and Σ payments', () => {
    fc.assert(
      fc.property(anyContent, fc.boolean(), (content, vatRegistered) => {
        const receipt = fiscalReceipt(content, vatRegistered, numbers, seller)
        const total = receipt.totalIncludingTax
        expect(sumCents(receipt.items.map((item) => item.amount)) - receipt.discount).toBe(total)
        expect(sumCents(receipt.vatTotals.map(({ net }) => net))).toBe(receipt.totalExcludingTax)
        expect(sumCents(receipt.vatTotals.map(({ tax }) => tax))).toBe(total - receipt.totalExcludingTax)
        expect(sumCents(receipt.payments.map(({ amount }) => amount))).toBe(total)
        for (const { amount } of receipt.payments) expect(amount).toBeGreaterThan(0)
      }),
    )
  })

  it('composes customer, items and letters', () => {
    const content = exampleContent({
      customer: {
        customerId: 'customer-1',
        name: 'Asha & Sons',
        identificationType: 'NO_IDENTIFICATION',
        identificationNumber: '',
        phone: '+255712000000',
        email: '',
        vatRegistrationNumber: '',
      },
      lines: [
        exampleLine({ quantity: pieces(3), unitPrice: tsh(4_500) }),
        exampleLine({ description: 'Paint brush', unitPrice: tsh(2_360) }),
        exampleLine({
          description: 'Zero',
          taxType: 'zero_rated',
          rate: percent(0),
          quantity: pieces(2),
          unitPrice: tsh(3_200),
        }),
        exampleLine({ description: 'Exempt', taxType: 'exempted', rate: percent(0), unitPrice: tsh(1_500) }),
      ],
    })
    const receipt = fiscalReceipt(content, true, numbers, seller)
    expect(receipt.customer).toEqual({ idType: 6, id: '', name: 'Asha & Sons', mobile: '255712000000' })
    expect(receipt.items.map(({ id, letter, amount }) => [id, letter, amount])).toEqual([
      ['1', 'A', tsh(13_500)],
      ['2', 'A', tsh(2_360)],
      ['3', 'C', tsh(6_400)],
      ['4', 'E', tsh(1_500)],
    ])
    expect(receipt.payments).toEqual([{ type: 'INVOICE', amount: tsh(23_760) }])
    expect(receipt.vatTotals.map(({ letter }) => letter)).toEqual(['A', 'C', 'E'])
  })

  it('reports every line under C without tax for an unregistered seller', () => {
    const receipt = fiscalReceipt(exampleContent(), false, numbers, seller)
    expect(receipt.items.map(({ letter }) => letter)).toEqual(['C'])
    expect(receipt.vatTotals).toEqual([{ letter: 'C', rate: 0, gross: tsh(1_000), net: tsh(1_000), tax: 0 }])
  })

  it('says three decimals in words, since the authority is only known to take two', () => {
    const line = (quantity: number) => exampleLine({ description: 'Saffron', quantity: pieces(quantity) })
    const receipt = fiscalReceipt(exampleContent({ lines: [line(0.25), line(0.125)] }), true, numbers, seller)
    expect(receipt.items.map(({ quantity, description, amount }) => [quantity, description, amount])).toEqual(
      [
        [250, 'Saffron', tsh(250)],
        [1000, '0.125 x Saffron', tsh(125)],
      ],
    )
  })
})

describe('fiscalPayments', () => {
  it('sums by type in the fixed order and adds the unpaid rest as INVOICE', () => {
    const payments = [
      { type: 'e-money', amount: tsh(2_000) },
      { type: 'cash', amount: tsh(15_000) },
      { type: 'credit_card', amount: tsh(10) },
      { type: 'cheque', amount: tsh(20) },
      { type: 'e-money', amount: tsh(760) },
    ] as const
    expect(fiscalPayments(payments, tsh(22_760))).toEqual([
      { type: 'CASH', amount: tsh(15_000) },
      { type: 'CHEQUE', amount: tsh(20) },
      { type: 'CCARD', amount: tsh(10) },
      { type: 'EMONEY', amount: tsh(2_760) },
      { type: 'INVOICE', amount: tsh(4_970) },
    ])
  })

  it('names only types that were used: the example receipt is paid in cash and by e-money', () => {
    const payments = [
      { type: 'cash', amount: tsh(20_000) },
      { type: 'e-money', amount: tsh(2_760) },
    ] as const
    expect(fiscalPayments(payments, tsh(22_760)).map(({ type }) => type)).toEqual(['CASH', 'EMONEY'])
  })
})

type DayReceipt = Pick<FiscalReceipt, 'totalIncludingTax' | 'discount' | 'vatTotals' | 'payments'>

describe('zReport', () => {
  const day = '2026-03-02' as FiscalDay
  const taxed = (gross: number) => ({ letter: 'A', rate: percent(18), gross: tsh(gross) }) as const
  const untaxed = (letter: 'C' | 'E', gross: number) =>
    ({ letter, rate: percent(0), gross: tsh(gross) }) as const

  it('closes the shared example day to its published figures', () => {
    const receipts: DayReceipt[] = [
      {
        totalIncludingTax: tsh(22_760),
        discount: tsh(1_000),
        vatTotals: letterTotals([taxed(12_500), taxed(2_360), untaxed('C', 6_400), untaxed('E', 1_500)]),
        payments: [
          { type: 'CASH', amount: tsh(20_000) },
          { type: 'EMONEY', amount: tsh(2_760) },
        ],
      },
      {
        totalIncludingTax: tsh(59_000),
        discount: tsh(0),
        vatTotals: letterTotals([taxed(59_000)]),
        payments: [{ type: 'EMONEY', amount: tsh(59_000) }],
      },
      {
        totalIncludingTax: tsh(7_500),
        discount: tsh(0),
        vatTotals: letterTotals([untaxed('C', 7_500)]),
        payments: [{ type: 'CASH', amount: tsh(7_500) }],
      },
    ]
    expect(zReport(day, tsh(1_000_000), receipts)).toEqual({
      day,
      znumber: '20260302',
      dailyTotal: tsh(89_260),
      gross: tsh(1_089_260),
      discounts: tsh(1_000),
      ticketsFiscal: 3,
      vatTotals: [
        { letter: 'A', rate: 1800, net: tsh(62_593.22), tax: tsh(11_266.78) },
        { letter: 'B', rate: 0, net: 0, tax: 0 },
        { letter: 'C', rate: 0, net: tsh(13_900), tax: 0 },
        { letter: 'D', rate: 0, net: 0, tax: 0 },
        { letter: 'E', rate: 0, net: tsh(1_500), tax: 0 },
      ],
      payments: [
        { type: 'CASH', amount: tsh(27_500) },
        { type: 'CHEQUE', amount: 0 },
        { type: 'CCARD', amount: 0 },
        { type: 'EMONEY', amount: tsh(61_760) },
        { type: 'INVOICE', amount: 0 },
      ],
    })
  })

  it('reports a day without sales with zeros over the gross of the day before', () => {
    const nil = zReport(day, tsh(5), [])
    expect(nil).toMatchObject({ dailyTotal: 0, gross: tsh(5), ticketsFiscal: 0 })
    expect(nil.vatTotals.map(({ letter }) => letter).join('')).toBe('ABCDE')
    expect(nil.payments).toHaveLength(5)
  })

  it('is consistent for any day: total = Σ payments = Σ net + Σ tax', () => {
    fc.assert(
      fc.property(fc.array(anyContent, { maxLength: 8 }), (contents) => {
        const report = zReport(
          day,
          tsh(0),
          contents.map((content) => fiscalReceipt(content, true, numbers, seller)),
        )
        expect(sumCents(report.payments.map(({ amount }) => amount))).toBe(report.dailyTotal)
        expect(report.vatTotals.reduce((sum, { net, tax }) => sum + net + tax, 0)).toBe(report.dailyTotal)
        expect(report.gross).toBe(report.dailyTotal)
      }),
    )
  })
})

describe('cleanText (field practice: ASCII, no control characters, single spaces)', () => {
  it.each([
    ['Café Nyàngá', 'Cafe Nyanga'],
    ['  a \t\r\n b  ', 'a b'],
    ['Ng\u2019ombe “Mfano” – 5×3', 'Ng\'ombe "Mfano" - 5x3'],
    ['Mama & Wana <b>', 'Mama & Wana <b>'],
    ['½ kg Ø œuvre', '1/2 kg O oeuvre'],
    ['bell\u0007 and zero\u0000width\u200Bspace', 'bell and zero widthspace'],
    ['Ｆｕｌｌ', 'Full'],
    ['rice 🍚 and \uD800 half', 'rice and half'],
  ])('writes %j as %j', (text, clean) => {
    expect(cleanText(text)).toBe(clean)
  })

  it('cuts to the limit without a space at the end and stands in for nothing', () => {
    expect(cleanText('abc def', 4)).toBe('abc')
    expect(cleanText('漢字', 10, 'Item 1')).toBe('Item 1')
    expect(cleanText('')).toBe('')
  })

  it('gives printable ASCII that it leaves alone the second time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const clean = cleanText(text)
        expect(clean).toMatch(/^[ -~]*$/)
        expect(cleanText(clean)).toBe(clean)
      }),
    )
  })
})
