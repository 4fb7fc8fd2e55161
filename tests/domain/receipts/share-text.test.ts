import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  chatText,
  type ShareMessages,
  SMS_LENGTH,
  smsText,
  whatsAppLink,
} from '#domain/receipts/share-text.ts'
import { exampleInvoice, exampleLine, exampleReceipt, tsh } from '../example-invoice.ts'

const words: ShareMessages = {
  receipt: 'Receipt',
  invoice: 'Invoice',
  total: 'Total',
  date: 'Date',
  check: 'Verify at TRA',
  canceled: 'CANCELED',
}
const LINK = 'https://risiti.example.com/slip/AbCdEfGhIjKlMnOpQrStUv'
const lines = [exampleLine({ unitPrice: tsh(22760) })]
const issued = exampleInvoice({ lines, status: 'issued', receipt: exampleReceipt({ simulated: false }) })
const tested = exampleInvoice({
  ...{ lines, status: 'issued' as const },
  receipt: exampleReceipt({ simulated: true, environment: 'test' }),
})
const testedCanceled = exampleInvoice({
  ...{ lines, status: 'canceled' as const },
  receipt: exampleReceipt({ simulated: true, environment: 'test' }),
})

/** The letters that cost one place of 160 (3GPP TS 23.038, basic table, of those in ASCII). */
const ONE_PLACE = /^[A-Za-z0-9 @$_!"#%&'()*+,\-./:;<=>?]*$/

describe('what is sent to a customer', () => {
  test('a chat message has one fact a line, the slip and the address of the authority', () => {
    expect(chatText({ invoice: issued, sellerName: 'Duka la Mfano', link: LINK }, words).split('\n')).toEqual(
      [
        'Duka la Mfano',
        'Receipt SIM7QX58',
        'Total: Tsh 22,760',
        'Date: 02-03-2026',
        LINK,
        'Verify at TRA: https://verify.tra.go.tz/SIM7QX58_091507',
      ],
    )
  })

  test('before the number it speaks of an invoice and names no code', () => {
    const text = chatText(
      { invoice: exampleInvoice({ lines }), sellerName: 'Duka la Mfano', link: LINK },
      words,
    )
    expect(text).toContain('\nInvoice\n')
    expect(text).not.toMatch(/SIM7QX|verify/)
  })

  test('an SMS holds seller, code, total, day and link', () => {
    expect(smsText({ invoice: issued, sellerName: 'Duka la Mfano', link: LINK }, words)).toBe(
      `Duka la Mfano: Receipt SIM7QX58 Tsh 22,760 02-03-2026 ${LINK}`,
    )
  })

  test('a message about a receipt that is not live says so first, in both languages (design D20)', () => {
    const source = { invoice: tested, sellerName: 'Duka la Mfano', link: LINK }
    expect(chatText(source, words)).toMatch(
      /^SI RISITI YA EFD - JARIBIO LA TRA\nNOT A FISCAL RECEIPT - TRA TEST\nDuka/,
    )
    expect(smsText(source, words)).toMatch(/^JARIBIO LA TRA\/TRA TEST: Duka la Mfano: Receipt SIM7QX58/)
    const receipt = exampleReceipt({ simulated: true })
    const simulated = exampleInvoice({ lines, status: 'issued', receipt })
    expect(smsText({ ...source, invoice: simulated }, words)).toMatch(/^MAJARIBIO\/SIMULATION: Duka/)
  })

  test('a message about a canceled receipt says so first', () => {
    const receipt = exampleReceipt({ simulated: false })
    const invoice = exampleInvoice({ lines, status: 'canceled', receipt })
    const source = { invoice, sellerName: 'Duka la Mfano', link: LINK }
    expect(chatText(source, words)).toMatch(/^CANCELED\nDuka la Mfano\nReceipt SIM7QX58\n/)
    expect(smsText(source, words)).toBe(
      `CANCELED: Duka la Mfano: Receipt SIM7QX58 Tsh 22,760 02-03-2026 ${LINK}`,
    )
    expect(chatText({ ...source, invoice: testedCanceled }, words)).toMatch(/^CANCELED\nSI RISITI/)
  })

  test('for any names, an SMS is one SMS and ends in the whole link (3GPP TS 23.038: 160 letters)', () => {
    const names = fc.oneof(fc.string({ maxLength: 200, unit: 'grapheme' }), fc.constant('^{}[]~|\\`€'))
    fc.assert(
      fc.property(
        names,
        fc.constantFrom(issued, tested, testedCanceled, exampleInvoice({ lines })),
        (sellerName, invoice) => {
          const text = smsText({ invoice, sellerName, link: LINK }, words)
          expect(text.length).toBeLessThanOrEqual(SMS_LENGTH)
          expect(text).toMatch(ONE_PLACE)
          expect(text.endsWith(` ${LINK}`)).toBe(true)
        },
      ),
    )
  })

  test('WhatsApp gets the number as 255… and the text letter for letter', () => {
    const link = new URL(whatsAppLink('+255700000101', 'Duka & Mfano\nTsh 1,000 100%'))
    expect(link.origin + link.pathname).toBe('https://wa.me/255700000101')
    expect(link.searchParams.get('text')).toBe('Duka & Mfano\nTsh 1,000 100%')
    expect(whatsAppLink('', 'x')).toBe('https://wa.me/?text=x')
  })
})
