import { describe, expect, it } from 'vitest'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import { completingReceipt, readReceiptText } from '#domain/expenses/receipt-text.ts'
import { makeReceipt } from '../../support/made-receipts.ts'
import { fieldsOf } from '../../support/read-receipt-fields.ts'

const latest = '2026-11-24' as FiscalDay

describe('the text of a fiscal receipt (layout of the authority’s page)', () => {
  it.each([0, 1, 2, 3, 7, 14])('is read whole: receipt %i', (number) => {
    const { lines, expected } = makeReceipt(number)
    expect(fieldsOf(readReceiptText(lines.join('\n'), latest))).toEqual(expected)
  })

  it('repairs letters that were read for digits, in numbers only', () => {
    const { lines, expected } = makeReceipt(1)
    const worn = lines.map((line) =>
      /^(?:TIN|SERIAL)/.test(line) ? line.replaceAll('0', 'O').replace('NO:', 'NO;') : line,
    )
    expect(fieldsOf(readReceiptText(worn.join('\n'), latest))).toEqual(expected)
  })

  it('takes no day that has not come, and no buyer for the seller', () => {
    const read = readReceiptText(
      'DUKA\nRECEIPT DATE: 05-03-2031\nCUSTOMER NAME: ASHA\nTIN: 999000111',
      latest,
    )
    expect(read.day).toBeUndefined()
    expect(read.seller).toMatchObject({ name: 'DUKA', taxNumber: '' })
  })

  it('takes no other amount for one that cannot be read', () => {
    const read = (...sums: readonly string[]) =>
      readReceiptText(['DUKA', 'SUKARI KILO 2 11,800.00 A', ...sums].join('\n'), latest)
    const sums = ['TOTAL EXCL OF TAX: 10,000.00', 'TOTAL TAX: 1,800.00']
    const paid = ['CASH 20,000.00', 'CHANGE 8,200.00']
    expect(read('TOTAL INCL OF TAX: 11.8OO', ...paid).total).toBeUndefined()
    expect(read(...sums, 'TOTAL INCL OF TAX: 11.8OO', ...paid).total).toBe(1_180_000)
    expect(read('TOTAL TAX: 1.8OO', 'TOTAL INCL OF TAX: 11,800.00')).toMatchObject({
      tax: undefined,
      total: 1_180_000,
    })
    for (const next of ['TZS 11,800.00 A', 'TSh. 11,800.00', '11,800.00 TZS', '11,800.00/='])
      expect(read('TOTAL INCL OF TAX:', next, ...paid).total).toBe(1_180_000)
  })

  it.each([
    ['the sum without a digit', '1,800.00', 'SUKARI KILO 2 11,800.00 A', 1_180_000],
    ['the tax without a digit', '11,980.00', 'SUKARI KILO 2 11,980.00 A', 1_198_000],
    ['a sum that nothing else agrees with', '1,800.00', 'SUKARI KILO 2 1l,8OO A', undefined],
    ['a sum that was rounded', '11,800.50', 'SUKARI KILO', 1_180_050],
  ])('has the total that the other amounts come to: %s', (_, total, item, expected) => {
    const sums = ['TOTAL EXCL OF TAX: 10,000.00', 'TOTAL TAX: 1,800.00', `TOTAL INCL OF TAX: ${total}`]
    expect(readReceiptText([item, ...sums].join('\n'), latest).total).toBe(expected)
  })

  it('completes an expense only where it has a total, and is looked up only with code and time', () => {
    const { lines } = makeReceipt(2)
    const whole = completingReceipt(readReceiptText(lines.join('\n'), latest))
    expect(whole).toMatchObject({ code: 'F2E8HM42', time: '12:12:02', day: '2026-03-03' })
    const withoutTime = lines.filter((line) => !line.includes('TIME')).join('\n')
    expect(completingReceipt(readReceiptText(withoutTime, latest))).toMatchObject({ code: '' })
    expect(completingReceipt(readReceiptText('a letter from a friend', latest))).toBeUndefined()
  })
})
