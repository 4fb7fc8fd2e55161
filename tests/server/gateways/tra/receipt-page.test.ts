import { describe, expect, it } from 'vitest'
import { readReceiptPage } from '#server/gateways/tra/receipt-page.ts'

/** A page with the labels of the portal, laid out as one table or as several. */
function page(rows: string, name = 'DUKA LA MFANO &amp; SONS'): string {
  return `<html><head><title>TRA</title><style>.x{}</style></head><body>
    <h4>*** START OF LEGAL RECEIPT ***</h4><img src="logo.png"><h4><b>${name}</b></h4>
    <p>P.O BOX 1, DAR ES SALAAM</p><p>MOBILE: 0700000101</p><p>TIN:&nbsp;<b>999-000-111</b></p>
    <p>VRN: 99-000001-Z</p><p>SERIAL NO: 10TZ199999</p><p>UIN: 09VFDWEBAPI-101123456</p>
    <p>TAX OFFICE: Kariakoo</p><p>CUSTOMER NAME: n/a</p><p>CUSTOMER ID TYPE: NIL</p>
    <p>RECEIPT NO: 58</p><p>Z NUMBER: 1/20260302</p><p>RECEIPT DATE: 02/03/2026</p><p>RECEIPT TIME: 09:15:07</p>
    <table><tr><th>Description</th><th>Qty</th><th>Amount</th><th>Type</th></tr>${rows}
    <tr><th>TOTAL EXCL OF TAX:</th><td>20,493.22</td></tr><tr><th>TAX RATE A (18%)</th><td>2,266.78</td></tr>
    <tr><th>TOTAL TAX:</th><td>2,266.78</td></tr><tr><th>TOTAL INCL OF TAX:</th><td>22,760.00</td></tr></table>
    <h5>RECEIPT VERIFICATION CODE</h5><h4>SIM7QX58</h4></body></html>`
}
const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`

describe('the page of a receipt on the portal (field practice: its labels)', () => {
  it('gives seller, day, lines and tax', () => {
    const rows = row('Cement 50kg', '3', '13,500.00', 'A') + row('Unga &amp; sukari', '2.5', '6400', 'c')
    expect(readReceiptPage(page(rows))).toEqual({
      day: '2026-03-02',
      seller: {
        name: 'DUKA LA MFANO & SONS',
        taxNumber: '999000111',
        vatNumber: '99000001Z',
        phone: '0700000101',
        serial: '10TZ199999',
      },
      items: [
        { description: 'Cement 50kg', quantity: 3000, amount: 1_350_000, letter: 'A' },
        { description: 'Unga & sukari', quantity: 2500, amount: 640_000, letter: 'C' },
      ],
      tax: 226_678,
    })
  })

  it('never takes an item for the seller or the sums, with any text in it', () => {
    const rows = row('TOTAL TAX: 9.00 TIN: 111111111 RECEIPT DATE: 01/01/2020', '1', '100.00', 'A')
    expect(readReceiptPage(page(rows))).toMatchObject({
      day: '2026-03-02',
      seller: { taxNumber: '999000111' },
      tax: 226_678,
    })
  })

  it('leaves out what is missing, unreadable or not in its form', () => {
    const bare = page(row('Cement', 'many', '5.00', 'A') + row('Nails', '1', '5.00', 'Q'))
    expect(readReceiptPage(bare).items).toEqual([])
    expect(readReceiptPage(page('').replace('02/03/2026', '31/02/2026')).day).toBeNull()
    expect(
      readReceiptPage(page('').replace('VRN: 99-000001-Z', 'VRN: NOT REGISTERED')).seller.vatNumber,
    ).toBe('')
    expect(readReceiptPage('')).toEqual({
      day: null,
      seller: { name: '', taxNumber: '', vatNumber: '', phone: '', serial: '' },
      items: [],
      tax: 0,
    })
  })

  it('reads a page made to be slow in a moment', () => {
    for (const piece of ['<tr><td>', '<small>', '<p>P.O', '<td', 'TIN: ']) {
      const started = performance.now()
      readReceiptPage(piece.repeat(400_000 / piece.length))
      expect(performance.now() - started).toBeLessThan(3_000)
    }
  })
})
