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

  it('completes an expense only where it has a total, and is looked up only with code and time', () => {
    const { lines } = makeReceipt(2)
    const whole = completingReceipt(readReceiptText(lines.join('\n'), latest))
    expect(whole).toMatchObject({ code: 'F2E8HM42', time: '12:12:02', day: '2026-03-03' })
    const withoutTime = lines.filter((line) => !line.includes('TIME')).join('\n')
    expect(completingReceipt(readReceiptText(withoutTime, latest))).toMatchObject({ code: '' })
    expect(completingReceipt(readReceiptText('a letter from a friend', latest))).toBeUndefined()
  })
})
