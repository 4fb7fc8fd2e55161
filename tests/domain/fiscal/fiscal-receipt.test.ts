import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fiscalPayments, fiscalReceipt } from '#domain/fiscal/fiscal-receipt.ts'
import { sumCents } from '#domain/money/cents.ts'
import { exampleContent, exampleLine, percent, pieces, tsh } from '../example-invoice.ts'
import { anyContent } from '../invoice-arbitraries.ts'
import { exampleNumbers, exampleSeller } from './example-numbers.ts'

describe('fiscalReceipt', () => {
  it('keeps the identities of the authority: Σ AMT − DISCOUNT, Σ net, Σ tax and Σ payments', () => {
    fc.assert(
      fc.property(anyContent, fc.boolean(), (content, vatRegistered) => {
        const receipt = fiscalReceipt(content, vatRegistered, exampleNumbers, exampleSeller)
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
    const receipt = fiscalReceipt(content, true, exampleNumbers, exampleSeller)
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
    const receipt = fiscalReceipt(exampleContent(), false, exampleNumbers, exampleSeller)
    expect(receipt.items.map(({ letter }) => letter)).toEqual(['C'])
    expect(receipt.vatTotals).toEqual([{ letter: 'C', rate: 0, gross: tsh(1_000), net: tsh(1_000), tax: 0 }])
  })

  it('says three decimals in words, since the authority is only known to take two', () => {
    const line = (quantity: number) => exampleLine({ description: 'Saffron', quantity: pieces(quantity) })
    const receipt = fiscalReceipt(
      exampleContent({ lines: [line(0.25), line(0.125)] }),
      true,
      exampleNumbers,
      exampleSeller,
    )
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
