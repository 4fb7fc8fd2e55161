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

/** The printed refund method of a note of Tsh 1,000; `undefined`: none is printed. */
function methodOn(paidBack: ReturnType<typeof tsh>): string | undefined {
  const invoice = exampleInvoice({ status: 'issued', receipt: exampleReceipt() })
  const note = {
    ...{ number: 1, at: eat('2026-03-04', '10:00:00'), by: 'Asha Mfano', reason: 'broken' },
    ...{ lines: [], perLetter: [], total: tsh(1000), paidBack },
  }
  const lines = creditNoteLines({ invoice, company: exampleCompany(), note }, receiptMessages.en, WORDS)
  const fact = lines.find((line) => line.kind === 'fact' && line.name === 'METHOD')
  return fact?.kind === 'fact' ? fact.value.replaceAll('\u00A0', ' ') : undefined
}

test('a credit note names the method for money that was given back, and the part where less was', () => {
  expect(methodOn(tsh(1000))).toBe('Cash')
  expect(methodOn(tsh(400))).toBe('Cash Tsh 400.00')
  expect(methodOn(ZERO_CENTS)).toBeUndefined()
})
