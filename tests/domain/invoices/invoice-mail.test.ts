import { describe, expect, it } from 'vitest'
import type { InvoiceMail } from '#domain/invoices/invoice.ts'
import { applyMailUpdate, MAX_MAILS, mailRefusalOf } from '#domain/invoices/invoice-mail.ts'
import { eat, exampleInvoice, exampleReceipt } from '../example-invoice.ts'

const at = eat('2026-03-04', '10:00:00')
const later = eat('2026-03-04', '10:05:00')

function aMail(state: InvoiceMail['state'], id = 'mail-1'): InvoiceMail {
  return { id, to: 'mteja@example.tz', language: 'sw', state, at, by: 'Asha', changedAt: at }
}

describe('an invoice by e-mail (spec §4: an invoice can be emailed to the customer)', () => {
  const issued = exampleInvoice({ status: 'issued', receipt: exampleReceipt() })

  it.each([
    ['an issued one to an address', issued, 'mteja@example.tz', undefined],
    [
      'one to what is no address (spec §8: check the customer email)',
      issued,
      'mteja@',
      'MAIL_ADDRESS_INVALID',
    ],
    ['a draft', exampleInvoice(), 'mteja@example.tz', 'MAIL_INVOICE_NOT_NUMBERED'],
    [
      'a canceled one',
      { ...issued, status: 'canceled' as const },
      'mteja@example.tz',
      'MAIL_INVOICE_CANCELED',
    ],
    [
      'one that was mailed again and again',
      { ...issued, mails: Array.from({ length: MAX_MAILS }, (_, n) => aMail('sent', `mail-${n}`)) },
      'mteja@example.tz',
      'MAIL_TOO_MANY',
    ],
  ])('%s', (_name, invoice, to, code) => {
    expect(mailRefusalOf(invoice, to)).toBe(code)
  })

  it.each([
    ['queued', 'sent', true],
    ['queued', 'failed', true],
    ['queued', 'bounced', true],
    ['sent', 'bounced', true],
    ['sent', 'failed', false],
    ['bounced', 'sent', false],
    ['failed', 'sent', false],
    ['sent', 'sent', false],
  ] as const)('an update after %s: %s counts: %s', (before, state, counts) => {
    const other = aMail('queued', 'mail-2')
    const after = applyMailUpdate([other, aMail(before)], { id: 'mail-1', state, at: later })
    expect(after).toEqual(counts ? [other, { ...aMail(state), changedAt: later }] : undefined)
  })

  it('keeps why a mail failed', () => {
    const update = { id: 'mail-1', state: 'failed', failure: 'canceled', at: later } as const
    expect(applyMailUpdate([aMail('queued')], update)).toMatchObject([{ failure: 'canceled' }])
  })

  it('an update about an unknown mail changes nothing', () => {
    expect(applyMailUpdate([aMail('queued')], { id: 'mail-9', state: 'sent', at: later })).toBeUndefined()
  })
})
