import { expect, test } from 'vitest'
import { ZERO_CENTS } from '#domain/money/cents.ts'
import { creditNoteLines } from '#domain/receipts/credit-note-lines.ts'
import { receiptMessages } from '#server/messages/receipt-messages.ts'
import { eat, exampleInvoice, exampleReceipt, tsh } from '../example-invoice.ts'
import { exampleCompany } from './example-receipt.ts'

const WORDS = {
  ...{ title: 'CREDIT NOTE', number: 'NUMBER', noNumber: 'later', date: 'DATE', time: 'TIME' },
  ...{ original: 'ORIGINAL', reason: 'REASON', paidBack: 'METHOD', total: 'TOTAL', payment: 'Cash' },
}

/** A fact of a note of Tsh 1,000 as printed; `undefined`: it is not. */
function factOn(
  name: string,
  paidBack: ReturnType<typeof tsh>,
  { company = exampleCompany(), receipt = exampleReceipt() } = {},
): string | undefined {
  const invoice = exampleInvoice({ status: 'issued', receipt })
  const note = {
    ...{ number: 1, at: eat('2026-03-04', '10:00:00'), by: 'Asha Mfano', reason: 'broken' },
    ...{ lines: [], perLetter: [], total: tsh(1000), paidBack },
  }
  const lines = creditNoteLines({ invoice, company, note }, receiptMessages.en, WORDS)
  const fact = lines.find((line) => line.kind === 'fact' && line.name === name)
  return fact?.kind === 'fact' ? fact.value.replaceAll('\u00A0', ' ') : undefined
}

test('a credit note names the method for money that was given back, and the part where less was', () => {
  expect(factOn('METHOD', tsh(1000))).toBe('Cash')
  expect(factOn('METHOD', tsh(400))).toBe('Cash Tsh 400.00')
  expect(factOn('METHOD', ZERO_CENTS)).toBeUndefined()
})

test('a credit note has the VRN of its receipt after the company was deregistered, and no device', () => {
  const sold = { company: exampleCompany({ vrn: '' }), receipt: exampleReceipt({ vrn: '40000111M' }) }
  expect(factOn('VRN', tsh(1000), sold)).toBe('40-000111-M')
  expect(factOn('SERIAL NO', tsh(1000), sold)).toBeUndefined()
})
