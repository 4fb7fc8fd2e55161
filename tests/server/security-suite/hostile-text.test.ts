import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OperationType, operationBodies } from '#contract/operations.ts'
import { fiscalDayOf, fiscalTimeOf, toInstant } from '#domain/calendar/east-africa.ts'
import { cleanText } from '#domain/fiscal/clean-text.ts'
import { deliver } from '#server/services/fiscal/deliver.ts'
import {
  aSale,
  invoiceInput,
  invoiceOf,
  startTestBackend,
  type TestBackend,
} from '../../support/test-backend.ts'
import { openTenant, type Tenant } from './cast.ts'

let backend: TestBackend
let shop: Tenant

beforeAll(async () => {
  backend = await startTestBackend()
  shop = await openTenant(backend, 'Mwenyewe')
})
afterAll(async () => await backend.close())

type LedgerReceipt = {
  readonly gc: number
  readonly totalInclCents: number
  readonly customerName: string
  readonly items: readonly { readonly description: string; readonly cents: number }[]
}

async function ledgerEntry(gc: number): Promise<LedgerReceipt> {
  const all = (await backend.controlSimulator(
    'GET',
    `ledger?certkey=${shop.identity.certKey}`,
  )) as LedgerReceipt[]
  const found = all.find((receipt) => receipt.gc === gc)
  if (!found) throw new Error(`the authority has no receipt ${gc}`)
  return found
}

async function signedBytesOf(invoiceId: string): Promise<string> {
  const row = await backend.server.services.db
    .selectFrom('receipts')
    .select('signed_bytes')
    .where('company_id', '=', shop.company.id)
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirstOrThrow()
  return row.signed_bytes
}

describe('words that try to become part of the document of the tax authority', () => {
  test.each([
    '</DESC><QTY>1</QTY><TAXCODE>1</TAXCODE><AMT>0.01</AMT></ITEM>',
    'Sukari</DESC></ITEM></ITEMS><TOTALS><TOTALTAXINCL>1.00</TOTALTAXINCL></TOTALS>',
    '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>&a;',
    '<![CDATA[x]]>',
    ']]>',
    '&amp;lt;b&amp;gt; &#60;b&#x3e; &lt;',
    '<!-- --> -->',
    '<?xml version="1.0"?>',
    `"double" 'single' & < >`,
    'Mama & Baba "Duka" <Kariakoo>',
    'emoji \u{1F469}\u{1F3FD} and \u202Eturned round',
  ])('%s is a name and nothing else, and the figures stay', async (words) => {
    const sale = aSale(shop.productId, 2)
    const content = {
      ...sale,
      reference: words.slice(0, 100),
      customer: { ...sale.customer, name: words.slice(0, 100) },
      lines: sale.lines.map((line) => ({ ...line, description: words })),
    }
    const invoice = invoiceOf(await shop.phone.pushOne('invoice.submit', invoiceInput(content)))
    expect(await deliver(backend.delivery, shop.identity)).toBe('idle')
    const entry = await ledgerEntry(invoice.receipt?.gc ?? 0)
    expect(entry.totalInclCents).toBe(600_000)
    expect(entry.customerName).toBe(cleanText(words.slice(0, 100), 100))
    expect(entry.items).toMatchObject([{ description: cleanText(words, 255), cents: 600_000 }])
    const bytes = await signedBytesOf(invoice.id)
    for (const element of ['ITEM', 'AMT', 'TOTALTAXINCL', 'CUSTNAME', 'DESC']) {
      expect(bytes.split(`<${element}>`), element).toHaveLength(2)
    }
    expect(bytes).not.toMatch(/<!|\]\]>|<\?xml(?! version="1.0" encoding="UTF-8"\?>)/)
  })

  test('on the page of the public portal they are words as well', async () => {
    const sale = aSale(shop.productId)
    const words = '<img src=x onerror=alert(1)>'
    const content = { ...sale, lines: sale.lines.map((line) => ({ ...line, description: words })) }
    const invoice = invoiceOf(await shop.phone.pushOne('invoice.submit', invoiceInput(content)))
    await deliver(backend.delivery, shop.identity)
    const page = await (await fetch(invoice.receipt?.verifyUrl ?? '')).text()
    expect(page).toContain('&lt;img src=x')
    expect(page).not.toContain('<img')
  })
})

/** A receipt of this device that the server does not know, as a phone returns it after a restore. */
function aReturn(change: object, at = '2026-11-21T10:00:00.000Z'): object {
  const { invoice, identity } = shop
  const gc = 900
  const rctvnum = `${identity.registration.receiptCode}${gc}`
  const moment = toInstant(Date.parse(at))
  const issued = { issuedAt: moment, issuedDay: fiscalDayOf(moment), issuedTime: fiscalTimeOf(moment) }
  const receipt = { ...invoice.receipt, ...issued, gc, dc: gc, rctvnum, delivery: 'verified' }
  return { invoice: { ...invoice, id: randomUUID(), receipt, ...change } }
}

describe('a value that no column holds', () => {
  const unstorable: readonly (readonly [string, OperationType, () => object])[] = [
    ['U+0000 in a field without a rule', 'receipt.return', () => aReturn({ operatorName: 'Asha\u0000' })],
    ['half a sign in a field without a rule', 'receipt.return', () => aReturn({ operatorName: '\ud83d' })],
    ['a revision beyond its column', 'receipt.return', () => aReturn({ rev: Number.MAX_SAFE_INTEGER - 1 })],
    [
      'a count beyond its column',
      'receipt.return-end',
      () => ({ epoch: shop.restoreEpoch, receipts: 2 ** 40 }),
    ],
  ]

  test.each(unstorable)('%s is refused permanently, and the lane continues', async (_, type, body) => {
    const orderingKey = randomUUID()
    expect(Object.keys(operationBodies)).toContain(type)
    const refused = await shop.phone.pushOne(type, body(), { lane: orderingKey })
    expect(refused).toMatchObject({ state: 'refused', code: 'OPERATION_INVALID' })
    const fields = { name: 'Chai', unit: '', unitPrice: 100, taxType: 'standard', active: true }
    const product = { productId: randomUUID(), baseRev: 0, base: null, fields }
    expect(await shop.phone.pushOne('product.save', product, { lane: orderingKey })).toMatchObject({
      state: 'done',
    })
  })

  test('half a sign in a name, left of an emoji that was cut, is replaced and saved', async () => {
    const fields = { name: 'Chai \ud83d', unit: '', unitPrice: 100, taxType: 'standard', active: true }
    const product = { productId: randomUUID(), baseRev: 0, base: null, fields }
    expect(await shop.phone.pushOne('product.save', product)).toMatchObject({
      state: 'done',
      change: { row: { name: 'Chai \ufffd' } },
    })
  })
})

describe('a receipt made up after a restore', () => {
  test('of a time since the restore is refused: this server gave every number since then itself', async () => {
    backend.clock.advance(6 * 60_000)
    const made = await shop.phone.pushOne('receipt.return', aReturn({}, '2026-11-21T10:05:00.001Z'))
    expect(made).toMatchObject({
      state: 'refused',
      code: 'OPERATION_INVALID',
      fields: [{ path: 'invoice.receipt.issuedAt' }],
    })
  })
})
