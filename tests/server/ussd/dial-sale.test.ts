import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Change } from '#contract/sync.ts'
import { toCents } from '#domain/money/cents.ts'
import { ALL_RIGHTS } from '#domain/permissions/operator-rights.ts'
import { shillings } from '#domain/ussd/ussd-screens.ts'
import { updateUserStatus } from '#server/storage/accounts/users.ts'
import { listAggregates } from '#server/storage/invoices/aggregates.ts'
import { dialAll, newDial, registeredNumber, USSD_PIN, USSD_SECRET } from '../../support/dial-ussd.ts'
import {
  aSale,
  createShop,
  invoiceInput,
  invoiceOf,
  type Shop,
  signInPhone,
  startTestBackend,
  type TestBackend,
} from '../../support/test-backend.ts'

let backend: TestBackend
let shop: Shop
let url: string
beforeAll(async () => {
  backend = await startTestBackend(undefined, { environment: { USSD_GATEWAY_SECRET: USSD_SECRET } })
  shop = await createShop(backend)
  url = backend.server.url
})
afterAll(async () => await backend.close())

/** A sale of the first product for Tsh 7,500 in cash without a TIN, up to the PIN. */
const SALE = ['1', '1', '7500', '1', '1', '0'] as const

async function dialedInvoices() {
  const { changes } = await shop.phone.pull()
  return (changes as readonly Change[]).flatMap((change) =>
    change.t === 'invoice' && change.row?.origin === 'USSD' ? [change.row] : [],
  )
}

test('a dialled sale is numbered, its code is answered, and it reaches the phones with its origin (spec §3)', async () => {
  const number = await registeredNumber(url, shop.phone)
  const { answer } = await dialAll(url, number, [...SALE, USSD_PIN])
  const [invoice, ...others] = await dialedInvoices()
  expect(others).toEqual([])
  expect(invoice).toMatchObject({ status: 'submitted', origin: 'USSD', operatorId: shop.phone.userId })
  expect(invoice?.totals.totalIncludingTax).toBe(750_000)
  // No provider of text messages is set here, so none is promised.
  expect(answer).toBe(`END Imewasilishwa. Msimbo wa risiti ${invoice?.receipt?.rctvnum}, Tsh 7,500.`)
})

test('a repeat, twins at once and a request after a lost answer are one invoice with one answer (B4 3)', async () => {
  const number = await registeredNumber(url, shop.phone)
  const before = (await dialedInvoices()).length
  const { dial, answer } = await dialAll(url, number, SALE)
  expect(await dial.repeat()).toBe(answer)
  const submitted = dial.press(USSD_PIN)
  const answers = await Promise.all([submitted, dial.repeat(), dial.repeat(), dial.repeat()])
  expect(new Set(answers).size).toBe(1)
  expect(answers[0]).toMatch(/^END Imewasilishwa/)
  expect(await dial.repeat()).toBe(answers[0])
  expect(await dialedInvoices()).toHaveLength(before + 1)
})

test('an older request that comes late changes nothing: its input is no answer to the screen of now (B2)', async () => {
  const number = await registeredNumber(url, shop.phone)
  const sessionId = randomUUID()
  const dial = newDial(url, number, sessionId)
  await dial.press()
  // The amount would pass for a PIN at the screen that asks for one.
  for (const input of SALE) await dial.press(input)
  const confirm = await dial.repeat()
  const late = newDial(url, number, sessionId)
  for (const input of [undefined, ...SALE.slice(0, -1)]) expect(await late.press(input)).toBe(confirm)
  expect(await dial.press(USSD_PIN)).toMatch(/^END Imewasilishwa/)
})

test('a call that ended before its PIN is offered again by the next, and issues one invoice (B2)', async () => {
  const number = await registeredNumber(url, shop.phone)
  const before = (await dialedInvoices()).length
  await dialAll(url, number, SALE)
  const resumed = newDial(url, number)
  expect(await resumed.press()).toContain('Una ankara isiyokamilika, Tsh 7,500')
  for (const input of ['1', '1', '1', '0']) await resumed.press(input)
  expect(await resumed.press(USSD_PIN)).toMatch(/^END Imewasilishwa/)
  expect(await newDial(url, number).press()).toContain('1. Ankara mpya')
  expect(await dialedInvoices()).toHaveLength(before + 1)
})

test('looking into the menu gives up no unfinished sale: the next call offers it again (B2)', async () => {
  const number = await registeredNumber(url, shop.phone)
  await dialAll(url, number, SALE)
  expect((await dialAll(url, number, ['0', '3', USSD_PIN])).answer).toMatch(/^END Leo/)
  expect((await dialAll(url, number, ['0', '2', USSD_PIN, '0', '0'])).answer).toBe('END Kwaheri.')
  const { answer } = await dialAll(url, number, ['0', '1', '1', '1', '1', '0', USSD_PIN])
  expect(answer).toMatch(/^END Imewasilishwa.* Tsh 7,500\.$/)
  expect(await newDial(url, number).press()).toContain('1. Ankara mpya')
})

test('for two minutes after a sale the next call says its code and total: the answer may have got lost (B2)', async () => {
  const phone = await signInPhone(backend.server, shop.companyId)
  const number = await registeredNumber(url, phone)
  const menu = async () => await newDial(url, number).press()
  expect(await menu()).toMatch(/^CON Duka.*\n1\. Ankara mpya\n/)
  const { answer } = await dialAll(url, number, [...SALE, USSD_PIN])
  const code = /Msimbo wa risiti (\w+)/.exec(answer)?.[1]
  expect(await menu()).toMatch(new RegExp(`^CON Iliyopita: ${code}, Tsh 7,500\\n1\\. Ankara mpya\\n`))
  backend.clock.advance(2 * 60_000)
  expect(await menu()).toMatch(/^CON Duka.*\n1\. Ankara mpya\n/)
})

test('a sale like the one before it is called so at its last screen for two minutes; another one is not (B2)', async () => {
  const number = await registeredNumber(url, shop.phone)
  const sale = (amount: string) => SALE.map((input) => (input === '7500' ? amount : input))
  const confirmOf = async (amount: string) => {
    const { dial, answer } = await dialAll(url, number, sale(amount))
    await dial.press('0')
    return answer
  }
  await dialAll(url, number, [...sale('4100'), USSD_PIN])
  expect(await confirmOf('4100')).toMatch(/^CON Sawa na iliyopita!\n.* Tsh 4,100\n/)
  expect(await confirmOf('4200')).toMatch(/^CON Sukari Tsh 4,200\n/)
  backend.clock.advance(2 * 60_000)
  expect(await confirmOf('4100')).toMatch(/^CON Sukari Tsh 4,100\n/)
})

test('another item is saved as a product, a TIN names the customer, and a sale on credit has no payment (spec §5)', async () => {
  const number = await registeredNumber(url, shop.phone)
  const { answer } = await dialAll(url, number, [
    '1',
    '5',
    'Kazi ya ufundi',
    '1',
    '3x2500',
    '1',
    '5',
    '123456789',
    USSD_PIN,
  ])
  expect(answer).toMatch(/^END Imewasilishwa/)
  const invoice = (await dialedInvoices()).find(
    ({ customer }) => customer.identificationNumber === '123456789',
  )
  expect(invoice).toMatchObject({ payments: [], customer: { name: 'TIN 123456789' } })
  const { changes } = await shop.phone.pull()
  const names = (changes as readonly Change[]).flatMap((change) =>
    change.t === 'product' ? [change.row?.name] : [],
  )
  expect(names).toContain('Kazi ya ufundi')
})

test('another item with the name of a saved product is that product, however it is typed (spec §5)', async () => {
  const other = await createShop(backend)
  const number = await registeredNumber(url, other.phone)
  for (const name of ['Soda baridi', 'soda  baridi', 'SUKARI']) {
    const { answer } = await dialAll(url, number, ['1', '5', name, '1', '1500', '1', '1', '0', USSD_PIN])
    expect(answer).toMatch(/^END Imewasilishwa/)
  }
  const changes = (await other.phone.pull()).changes as readonly Change[]
  const products = changes.flatMap((change) => (change.t === 'product' ? [change.row?.name] : []))
  expect(products).toHaveLength(2)
  expect(new Set(products)).toEqual(new Set(['Soda baridi', 'Sukari']))
})

test('the call offers the payments that the owner takes, and no sale on credit where all are to be paid (spec §5)', async () => {
  const other = await createShop(backend)
  const number = await registeredNumber(url, other.phone)
  await backend.server.services.db
    .updateTable('companies')
    .set({ choices: { unpaidSales: false, paymentTypes: ['cash', 'e-money'] } })
    .where('id', '=', other.companyId)
    .execute()
  const { answer } = await dialAll(url, number, ['1', '1', '7500', '1'])
  expect(answer).toBe('CON Malipo\n1. Taslimu\n2. Pesa ya simu\n99. Rudi')
})

test('a draft is saved without a PIN; the list, today and a cancellation work with it (B2)', async () => {
  const phone = await signInPhone(backend.server, shop.companyId)
  const number = await registeredNumber(url, phone)
  expect((await dialAll(url, number, [...SALE, '2'])).answer).toBe('END Rasimu imehifadhiwa.')
  await dialAll(url, number, [...SALE, USSD_PIN])
  const { dial, answer } = await dialAll(url, number, ['2', USSD_PIN])
  expect(answer).toMatch(/1\. \d\d:\d\d 7,500 inasubiri/)
  for (const input of ['1', '1', '1']) await dial.press(input)
  expect(await dial.press(USSD_PIN)).toMatch(/^END Imebatilishwa: /)
  expect((await dialAll(url, number, ['3', USSD_PIN])).answer).toMatch(
    /^END Leo 21-11-2026: ankara \d+, .*Zimebatilishwa: 1\.$/,
  )
})

test('today counts every receipt of the day, a canceled one too, as the reports do (spec §9)', async () => {
  const other = await createShop(backend)
  const number = await registeredNumber(url, other.phone)
  const sell = async () =>
    invoiceOf(await other.phone.pushOne('invoice.submit', invoiceInput(aSale(other.productId))))
  const [first, second] = [await sell(), await sell()]
  const cancel = { invoiceId: second.id, reason: 'Kosa' }
  expect(await other.phone.pushOne('invoice.cancel', cancel)).toMatchObject({ state: 'done' })
  const period = first.receipt?.issuedDay ?? ''
  const [reported] = await listAggregates(backend.server.services.db, { companyId: other.companyId }, [
    { kind: 'day', period, key: '' },
  ])
  expect(reported).toMatchObject({ count: 2, gross: 2 * first.totals.totalIncludingTax, canceledCount: 1 })
  const { answer } = await dialAll(url, number, ['3', USSD_PIN])
  const total = shillings(toCents(reported?.gross ?? 0))
  const vat = shillings(toCents(reported?.vat ?? 0))
  expect(answer).toContain(`ankara 2, Tsh ${total}, VAT Tsh ${vat}.`)
  expect(answer).toContain('Zimebatilishwa: 1.')
})

test('what a rule refuses is called impossible; only who may not do it is sent to the owner (B3)', async () => {
  const other = await createShop(backend)
  const number = await registeredNumber(url, other.phone)
  await dialAll(url, number, [...SALE, USSD_PIN])
  const { dial } = await dialAll(url, number, ['2', USSD_PIN, '1', '1', '1'])
  const { changes } = await other.phone.pull()
  const [sold] = (changes as readonly Change[]).flatMap((change) =>
    change.t === 'invoice' && change.row !== null ? [change.row.id] : [],
  )
  const canceled = await other.phone.pushOne('invoice.cancel', { invoiceId: sold, reason: 'Kosa' })
  expect(canceled).toMatchObject({ state: 'done' })
  expect(await dial.press(USSD_PIN)).toBe('END Haikuwezekana. Fungua programu ya Risiti kuona sababu.')
})

test('who may not cancel is sent to the owner, and the unfinished sale is offered again (B2)', async () => {
  const other = await createShop(backend)
  const number = await registeredNumber(url, other.phone)
  await dialAll(url, number, [...SALE, USSD_PIN])
  await backend.server.services.db
    .updateTable('users')
    .set({ rights: JSON.stringify({ ...ALL_RIGHTS, cancel: false }) })
    .where('id', '=', other.phone.userId)
    .execute()
  await dialAll(url, number, SALE)
  const { answer } = await dialAll(url, number, ['0', '4', USSD_PIN, '1', '1', '1', USSD_PIN])
  expect(answer).toBe('END Huruhusiwi kutumia huduma hii. Wasiliana na mmiliki.')
  expect(await newDial(url, number).press()).toContain('Una ankara isiyokamilika, Tsh 7,500')
})

test('a cancellation that was refused is asked for again by another call, and a repeat after a crash is the first one', async () => {
  const other = await createShop(backend)
  const number = await registeredNumber(url, other.phone)
  const sale = invoiceInput({ ...aSale(other.productId), payments: [] })
  expect(await other.phone.pushOne('invoice.submit', sale)).toMatchObject({ state: 'done' })
  const collectionId = randomUUID()
  const fields = { day: '2026-11-21', type: 'cash', amount: 100, reference: '' }
  const at = '2026-11-21T09:00:00.000Z'
  const payment = { collectionId, invoiceId: sale.invoiceId, fields, at }
  expect(await other.phone.pushOne('collection.save', payment)).toMatchObject({ state: 'done' })
  const cancelBy = ['2', USSD_PIN, '1', '1', '1'] as const
  const refused = await dialAll(url, number, [...cancelBy, USSD_PIN])
  expect(refused.answer).toMatch(/^END Haikuwezekana/)
  expect(await refused.dial.repeat()).toBe(refused.answer)
  const undo = { collectionId }
  expect(await other.phone.pushOne('collection.cancel', undo)).toMatchObject({ state: 'done' })
  const { dial } = await dialAll(url, number, cancelBy)
  const sessions = () => backend.server.services.db.selectFrom('ussd_sessions').selectAll().execute()
  const before = await sessions()
  const answer = await dial.press(USSD_PIN)
  expect(answer).toMatch(/^END Imebatilishwa: /)
  // The process ended after the work and before it had noted its answer.
  for (const { key, dialed, reply, state } of before) {
    await backend.server.services.db
      .updateTable('ussd_sessions')
      .set({ dialed, reply, state: state && JSON.stringify(state) })
      .where('key', '=', key)
      .execute()
  }
  expect(await dial.repeat()).toBe(answer)
})

test('after three wrong PINs nothing is issued until the number is registered again (B2)', async () => {
  const number = await registeredNumber(url, shop.phone)
  const before = (await dialedInvoices()).length
  const { dial, answer } = await dialAll(url, number, [...SALE, '9182'])
  expect(answer).toContain('PIN si sahihi. Majaribio yaliyobaki: 2')
  await dial.press('9182')
  expect(await dial.press('9182')).toMatch(/^END PIN imefungwa/)
  expect(await newDial(url, number).press()).toMatch(/^END PIN imefungwa/)
  expect(await dialedInvoices()).toHaveLength(before)
  const { body } = await shop.phone.call('ussd.register', { phone: number, pin: '7351' })
  await dialAll(url, number, [(body as { code: string }).code])
  expect((await dialAll(url, number, ['3', '7351'])).answer).toMatch(/^END Leo/)
})

test('a sale that gets no number now is a draft of the app, and is not offered at the next call too (B2)', async () => {
  const other = await createShop(backend)
  const number = await registeredNumber(url, other.phone)
  const { db } = backend.server.services
  const drafts = async () =>
    ((await other.phone.pull()).changes as readonly Change[]).flatMap((change) =>
      change.t === 'invoice' && change.row?.status === 'draft' ? [change.row.totals.totalIncludingTax] : [],
    )
  const sellWhile = async (state: 'held' | 'ended') => {
    await db
      .updateTable('fiscal_identities')
      .set({ state })
      .where('company_id', '=', other.companyId)
      .execute()
    return (await dialAll(url, number, [...SALE, USSD_PIN])).answer
  }
  expect(await sellWhile('held')).toMatch(/^END Namba ya risiti haijapatikana bado\. Rasimu imehifadhiwa/)
  expect(await drafts()).toEqual([750_000])
  // A registration that ended does not come back by waiting.
  expect(await sellWhile('ended')).toMatch(/^END Haikuwezekana\. Rasimu imehifadhiwa/)
  expect(await drafts()).toEqual([750_000, 750_000])
  expect(await newDial(url, number).press()).toContain('1. Ankara mpya')
})

/** Blocks the company of a shop, or lifts its block. */
async function setBlocked({ companyId }: Shop, blocked: boolean): Promise<void> {
  await backend.server.services.db
    .updateTable('companies')
    .set({ blocked_by_tra: blocked })
    .where('id', '=', companyId)
    .execute()
}

test('a disabled person gets no menu (spec §4)', async () => {
  const other = await createShop(backend)
  const number = await registeredNumber(url, other.phone)
  await updateUserStatus(backend.server.services.db, other.phone.userId, 'inactive')
  expect(await newDial(url, number).press()).toMatch(/^END Huruhusiwi/)
})

test('a block in the middle of a sale refuses it and its draft, and keeps it for the next call (spec §4)', async () => {
  const other = await createShop(backend)
  const number = await registeredNumber(url, other.phone)
  const { dial } = await dialAll(url, number, SALE)
  await setBlocked(other, true)
  expect(await dial.press(USSD_PIN)).toMatch(/^END Akaunti yako imezuiwa na TRA/)
  const again = newDial(url, number)
  expect(await again.press()).toContain('Una ankara isiyokamilika, Tsh 7,500')
  expect(await again.press('1')).toMatch(/^END Akaunti yako imezuiwa na TRA/)
  await setBlocked(other, false)
  const resumed = await dialAll(url, number, ['1', '1', '1', '0'])
  await setBlocked(other, true)
  expect(await resumed.dial.press('2')).toMatch(/^END Akaunti yako imezuiwa na TRA/)
  await setBlocked(other, false)
  const { answer } = await dialAll(url, number, ['1', '1', '1', '0', USSD_PIN])
  expect(answer).toMatch(/^END Imewasilishwa.* Tsh 7,500\.$/)
})

test('a blocked company sells nothing, but sees its sales and cancels them (tanzania-facts §11, row 29)', async () => {
  const other = await createShop(backend)
  const number = await registeredNumber(url, other.phone)
  await dialAll(url, number, [...SALE, USSD_PIN])
  await setBlocked(other, true)
  expect((await dialAll(url, number, ['1'])).answer).toMatch(/^END Akaunti yako imezuiwa na TRA/)
  expect((await dialAll(url, number, ['3', USSD_PIN])).answer).toMatch(/^END Leo 21-11-2026: ankara 1, /)
  const { answer } = await dialAll(url, number, ['4', USSD_PIN, '1', '1', '1', USSD_PIN])
  expect(answer).toMatch(/^END Imebatilishwa: /)
  const invoices = ((await other.phone.pull()).changes as readonly Change[]).flatMap((change) =>
    change.t === 'invoice' && change.row !== null ? [change.row.status] : [],
  )
  expect(invoices).toEqual(['canceled'])
})

test('without the secret there is nothing, an unknown number gets no menu, and no PIN is stored or logged (B4 6, 7)', async () => {
  const body = new URLSearchParams({ sessionId: 's', phoneNumber: '+255744999999', text: '' })
  expect((await fetch(`${url}/v1/ussd/wrong`, { method: 'POST', body })).status).toBe(404)
  expect(await newDial(url, '+255744999999').press()).toMatch(/^END Karibu Risiti\. Namba hii haijasajiliwa/)
  const number = await registeredNumber(url, shop.phone)
  await dialAll(url, number, ['3', USSD_PIN])
  const { db } = backend.server.services
  const rows = [
    await db.selectFrom('ussd_sessions').selectAll().execute(),
    await db.selectFrom('ussd_phones').select(['pin_hash', 'code_hash', 'phone']).execute(),
  ]
  expect(JSON.stringify(rows)).not.toContain(`*${USSD_PIN}`)
  const logged = JSON.stringify(backend.server.events)
  expect(logged).not.toContain(USSD_SECRET)
  expect(logged).not.toContain(`*${USSD_PIN}`)
})
