import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import type { DataExport } from '#contract/data-export-endpoints.ts'
import { FILES_PATH } from '#contract/files.ts'
import { grantText, type PushRequest } from '#contract/sync.ts'
import { fiscalDayOf, toInstant } from '#domain/calendar/east-africa.ts'
import { NO_VENDOR } from '#domain/expenses/expense.ts'
import { CONSENT_VERSION } from '#domain/insights/ai-refusals.ts'
import { toCents } from '#domain/money/cents.ts'
import { writeExports } from '#server/services/data-export/write-export.ts'
import { lookUpExpenses } from '#server/services/expenses/look-up-expenses.ts'
import { readExpenses } from '#server/services/expenses/read-expenses.ts'
import { closeDays } from '#server/services/fiscal/close-days.ts'
import { deliver } from '#server/services/fiscal/deliver.ts'
import { verifyReceipts } from '#server/services/fiscal/verify-receipts.ts'
import { examineFigures } from '#server/services/insights/notify-severe.ts'
import { sendInvoiceMails } from '#server/services/invoices/send-invoice-mails.ts'
import { checkCompany } from '#server/services/reports/check-totals.ts'
import { generateDeviceKey } from '#tests/support/device-key.ts'
import { logInTestUser } from '#tests/support/start-test-server.ts'
import { createUser, TEST_PASSWORD } from '#tests/support/tenants.ts'
import { appCode } from '../../support/authenticator-app.ts'
import { newExpense } from '../../support/expense-input.ts'
import { chunkOf, makeFile } from '../../support/make-file.ts'
import { aSale, invoiceInput, invoiceOf, Phone, type TestBackend } from '../../support/test-backend.ts'
import { keepBooks } from './accounting-traffic.ts'
import type { Tenant } from './cast.ts'
import { importAndMerge } from './import-traffic.ts'
import { callAsProgram } from './program-traffic.ts'

const nonce = 'nonce-of-traffic'
const NEW_PASSWORD = 'Mpya#2027x'
/** What the link of the day's first invoice ends in. */
export const SLIP_TOKEN = 'siku-moja-ya-duka-1234'

/** Secrets that passed through the server in a day of traffic. */
export type Handled = {
  readonly passwords: string[]
  readonly tokens: string[]
  readonly signatures: string[]
}

/**
 * A day in a shop, as phones and jobs make it: signing in, every operation done and refused, pulling, asking, signing
 * out, a push under the grant, delivery, a repair, look-ups and the report of the day.
 */
export async function liveOneDay(backend: TestBackend, shop: Tenant): Promise<Handled> {
  const { server } = backend
  const owner = await createUser(server.services.db, {
    user_type: 'company_owner',
    company_id: shop.company.id,
  })
  const key = generateDeviceKey()
  const wrong = await server.call('auth.login', {
    username: owner.username,
    password: 'Sivyo#2026',
    deviceId: randomUUID(),
  })
  if (wrong.status !== 401) throw new Error('a wrong password signs in')
  const session = await logInTestUser(server, owner.username, { devicePublicKey: key.publicKey })
  const phone = new Phone(server, shop.company.id, owner.id, session.token)
  await write(phone, shop)
  await askEverything(backend, phone, shop)
  await keepPapers(backend, phone)
  const pfxPassword = await uploadCertificate(backend, phone, shop)
  await refuseAndRepair(backend, phone, shop)
  const bookTokens = await keepBooks(backend, shop, owner.id)
  const tokens = await changeTokens(backend, session.refresh_token, phone.token)
  const signature = await pushUnderGrant(backend, phone, session, key)
  await endTheDay(backend, shop)
  return {
    passwords: [pfxPassword, TEST_PASSWORD, 'Sivyo#2026', NEW_PASSWORD],
    tokens: [session.token, session.refresh_token, ...tokens, ...bookTokens],
    signatures: [signature],
  }
}

async function write(phone: Phone, shop: Tenant): Promise<void> {
  const product = { name: 'Unga', unit: 'kg', unitPrice: 150_000, taxType: 'standard', active: true }
  const productId = randomUUID()
  await phone.pushOne('product.save', { productId, baseRev: 0, base: null, fields: product })
  await phone.pushOne('product.save', {
    productId,
    baseRev: 1,
    base: { ...product, unit: 'gunia' },
    fields: { ...product, unit: 'mfuko' },
  })
  const customer = {
    name: 'Juma Mteja',
    identificationType: 'PASSPORT',
    identificationNumber: 'AB123456',
    phone: '',
    email: '',
    vatRegistrationNumber: '',
    active: true,
  }
  const customerId = randomUUID()
  await phone.pushOne('customer.save', { customerId, baseRev: 0, base: null, fields: customer })
  // The same customer again becomes an alias.
  const aliasId = randomUUID()
  await phone.pushOne('customer.save', { customerId: aliasId, baseRev: 0, base: null, fields: customer })
  await importAndMerge(phone, { customerId, customer, product })
  const sale = aSale(productId)
  const ofCustomer = { ...sale, customer: { ...sale.customer, customerId: aliasId } }
  const draft = { ...invoiceInput(ofCustomer), slipToken: SLIP_TOKEN }
  await phone.pushOne('invoice.save', draft)
  await phone.pushOne('invoice.submit', { ...draft, baseRev: 1 })
  await phone.pushOne('invoice.cancel', { invoiceId: draft.invoiceId, reason: 'Imekosewa' })
  const sold = invoiceInput(aSale(shop.productId, 2))
  const operation = phone.operation('invoice.submit', sold)
  await phone.push(operation)
  await phone.push(operation)
  await followUp(phone, sold)
  const onCredit = invoiceInput({ ...aSale(shop.productId), payments: [] })
  await phone.pushOne('invoice.submit', onCredit)
  const collectionId = randomUUID()
  const fields = { day: '2026-11-21', type: 'cash', amount: 100_00, reference: '' }
  const collection = { collectionId, invoiceId: onCredit.invoiceId, fields, at: '2026-11-21T09:00:00.000Z' }
  await phone.pushOne('collection.save', collection)
  await phone.pushOne('collection.cancel', { collectionId })
  const moved = { reason: 'received', quantity: 5_000, at: '2026-11-21T18:00:00.000Z' }
  await phone.pushOne('stock.add', { movementId: randomUUID(), productId, ...moved })
  await phone.pushOne('drawer.count', {
    ...{ id: randomUUID(), day: '2026-11-21', operator: 'Asha', at: '2026-11-21T18:00:00.000Z' },
    ...{ opening: 0, expected: 100_00, counted: 100_00 },
  })
  const given = { rule: 'vat-due', answer: 'done', at: '2026-11-21T18:00:00.000Z' }
  await phone.pushOne('insight.answer', { findingId: 'vat-due::2026-11', ...given })
  await phone.pushOne('invoice.submit', invoiceInput(aSale(randomUUID())))
  await phone.pushOne('invoice.cancel', { invoiceId: randomUUID(), reason: 'Imekosewa' })
  await phone.pushOne('receipt.return', { invoice: shop.invoice })
  await phone.pushOne('receipt.return-end', { epoch: shop.restoreEpoch, receipts: 1 })
}

/** What comes after a sale: goods that come back, and a mail to the customer. */
async function followUp(phone: Phone, sold: ReturnType<typeof invoiceInput>): Promise<void> {
  const { invoiceId } = sold
  await phone.pushOne('invoice.email', {
    invoiceId,
    mailId: randomUUID(),
    to: 'mteja@example.test',
    language: 'sw',
  })
  await phone.pushOne('invoice.credit', {
    invoiceId,
    creditNoteId: randomUUID(),
    lines: [{ lineId: sold.content.lines[0]?.id, quantity: 1000 }],
    reason: 'Imerudishwa',
    paidBy: 'cash',
    total: 300_000,
  })
}

/** A wrong password first; gives the right one. */
async function uploadCertificate(backend: TestBackend, phone: Phone, shop: Tenant): Promise<string> {
  const deviceSerial = shop.identity.certKey
  const renewed = await backend.controlSimulator('POST', `devices/${deviceSerial}/renew-certificate`, {})
  const { pfxBase64: file, pfxPassword } = renewed as { pfxBase64: string; pfxPassword: string }
  const input = { companyId: shop.company.id, deviceSerial, file }
  await phone.call('certificates.upload', { ...input, password: 'Sivyo#2026' })
  await phone.call('certificates.upload', { ...input, password: pfxPassword })
  await phone.call('fiscal.device', {})
  return pfxPassword
}

/** The platform records what the company paid and takes it back; the company reads it. */
async function payForIt({ server }: TestBackend, phone: Phone): Promise<void> {
  const admin = await createUser(server.services.db, { user_type: 'platform_admin' })
  const { token } = await logInTestUser(server, admin.username)
  const payment = { id: randomUUID(), companyId: phone.companyId }
  const bought = { years: 1, installation: false, amount: 6_962_000, type: 'cash' as const }
  const fields = { ...bought, day: '2026-01-15', reference: '', receiptNumber: '' }
  await server.call('subscription.record-payment', { ...payment, fields }, token)
  await server.call('subscription.cancel-payment', payment, token)
  await server.call('subscription.read', {}, phone.token)
}

async function askEverything(backend: TestBackend, phone: Phone, shop: Tenant): Promise<void> {
  const { server } = backend
  const page = await phone.pull(undefined, 3)
  await phone.pull(page.next)
  await phone.pull('not-a-cursor')
  await server.call('sync.ping', { nonce })
  await server.call('sync.ops', { nonce, ids: `${shop.opId},${randomUUID()}` }, phone.token)
  await server.call('invoices.find', { id: shop.invoiceId }, phone.token)
  await server.call('invoices.find', { id: randomUUID() }, phone.token)
  await server.call('invoices.older', { beforeSaleAt: '2026-12-31T00:00:00.000Z' }, phone.token)
  await sendInvoiceMails(server.services, phone.companyId)
  await lookUpExpenses(backend.delivery, phone.companyId)
  await haveReceiptRead(backend, phone)
  await phone.pushOne(
    'expense.save',
    newExpense(randomUUID(), { receiptCode: 'TEST00456', time: '09:31', receiptTime: '09:31:08' }),
  )
  await server.call('expenses.look-up', { code: shop.receiptCode, time: '09:31:08' }, phone.token)
  await server.call('fiscal.status', {}, phone.token)
  await server.call('fiscal.resume', {}, phone.token)
  await server.call('fiscal.z-reports', { from: '2026-11-01', to: '2026-12-31' }, phone.token)
  await phone.call('drawers.counts', { day: '2026-11-21' })
  const days = { from: '2026-11-01', to: '2026-12-31' } as const
  await phone.call('invoices-report.list', { ...days, search: 'Juma' })
  await phone.call('invoices-report.totals', { ...days, payment: 'INVOICE', letter: 'A' })
  await phone.call('invoices-report.export', days)
  await payForIt(backend, phone)
  await phone.call('audit.list', { ...days, search: 'Juma', filter: 'sales' })
  await phone.call('audit.export', days)
  await takeEverythingOut(backend, phone)
  await addSecondFactor(backend, shop)
  await server.call('session.read', {}, phone.token)
  await server.call('devices.list', {}, phone.token)
  await server.call('devices.end', { deviceId: randomUUID() }, phone.token)
  await beNotified(phone)
  await callAsProgram(backend, shop)
}

/** A second factor is switched on. */
async function addSecondFactor({ server, clock }: TestBackend, shop: Tenant): Promise<void> {
  const company_id = shop.company.id
  const { username } = await createUser(server.services.db, { user_type: 'company_owner', company_id })
  const { token } = await logInTestUser(server, username)
  const begun = await server.call('second-factor.begin', { currentPassword: TEST_PASSWORD }, token)
  const code = appCode((begun.body as { secret: string }).secret, clock.now())
  const { status } = await server.call('second-factor.confirm', { code }, token)
  if (status !== 200) throw new Error('the second factor was not switched on')
}

/** All data of the company: asked for, written and fetched. */
async function takeEverythingOut({ server }: TestBackend, phone: Phone): Promise<void> {
  await phone.call('data-export.start', {})
  await writeExports(server.services, phone.companyId)
  const { body } = await phone.call('data-export.read', {})
  const { id } = (body as { export: DataExport }).export
  const link = (await phone.call('data-export.link', { id })).body as { path: string }
  const file = await fetch(`${server.url}${link.path}`)
  if (file.status !== 200) throw new Error('the export was not fetched')
  await file.arrayBuffer()
}

/** An expense that was saved with nothing but a photo: a reading is stopped, then one fills it in. */
async function haveReceiptRead({ delivery }: TestBackend, phone: Phone): Promise<void> {
  const expenseId = randomUUID()
  const photo = makeFile('jpeg', 'risiti ya kusoma')
  const { sha256, size } = photo
  await phone.pushOne('expense.save', {
    ...newExpense(expenseId, {
      ...{ items: [], payments: [], automatic: ['figures', 'vendor'], amountType: 'NO_TAX' },
      files: [{ sha256, size, name: 'risiti.jpg', type: 'image/jpeg' }],
    }),
  })
  await phone.call('files.send-piece', chunkOf(photo))
  await phone.pushOne('expense.keep-file', { expenseId, sha256 })
  await phone.call('expenses.change-reading', { expenseId, read: false })
  await phone.call('expenses.change-reading', { expenseId, read: true })
  const total = toCents(590_000)
  const text = { seller: NO_VENDOR, number: '', code: '', day: undefined, time: '', items: [] }
  const reader = {
    findCode: async () => 'https://verify.tra.go.tz/TEST00789_093108',
    readText: async () => ({ ...text, net: undefined, tax: undefined, total }),
  }
  await readExpenses({ ...delivery, reader }, phone.companyId)
}

/** Files of an expense: one that arrives, one that is not what its hash says, and what is read of them. */
async function keepPapers({ server }: TestBackend, phone: Phone): Promise<void> {
  const expenseId = randomUUID()
  await phone.pushOne('expense.save', newExpense(expenseId))
  const paper = makeFile('png', 'siku moja')
  const other = makeFile('png', 'siku nyingine')
  for (const offset of [0, 300]) await phone.call('files.send-piece', chunkOf(paper, offset, 300))
  await phone.pushOne('expense.keep-file', { expenseId, sha256: paper.sha256 })
  await phone.call('files.send-piece', { ...chunkOf(paper), sha256: other.sha256 })
  const headers = { authorization: `Bearer ${phone.token}` }
  for (const { sha256 } of [paper, other]) await fetch(`${server.url}${FILES_PATH}${sha256}`, { headers })
}

/** Turns notifications on, off and on again, chooses and reads. */
async function beNotified(phone: Phone): Promise<void> {
  const browser = createECDH('prime256v1')
  const keys = { p256dh: browser.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') }
  const endpoint = `https://fcm.googleapis.com/fcm/send/${phone.deviceId}`
  const account = phone.deviceId.replaceAll('-', '').slice(0, 20)
  const registered = await phone.call('notifications.register', {
    account,
    address: { kind: 'web-push', endpoint, keys },
  })
  if (registered.status !== 200) throw new Error('the browser was not registered')
  const consent = { language: 'sw', textVersion: CONSENT_VERSION, text: 'Nakubali' } as const
  await phone.call('insights.consent', { ...consent, choice: 'granted' })
  const fact = { id: 'f1', rule: 'vat-due', type: 'tax', severity: 1 } as const
  await phone.call('insights.request', {
    language: 'sw',
    facts: [{ ...fact, figures: [], from: '2026-11-01', to: '2026-11-30' }],
  })
  await phone.call('insights.category', {
    descriptions: ['Dizeli'],
    categories: ['FUEL', 'RENT'].map((id) => ({ id, name: id })),
  })
  await phone.call('insights.task', { id: phone.deviceId })
  await phone.call('insights.state', {})
  await phone.call('insights.answers', {})
  await phone.call('ussd.register', { phone: '0744000001', pin: '4821' })
  await phone.call('ussd.read', {})
  await phone.call('ussd.end', { id: phone.deviceId })
  await phone.call('insights.consent', { ...consent, choice: 'declined' })
  await phone.call('notifications.settings', {})
  await phone.call('notifications.choose', { 'z-report-refused': false })
  await phone.call('notifications.choose', { 'z-report-refused': true })
  await phone.call('notifications.read', { after: '0' })
}

async function refuseAndRepair(backend: TestBackend, phone: Phone, shop: Tenant): Promise<void> {
  await deliver(backend.delivery, shop.identity)
  const invoice = invoiceOf(await phone.pushOne('invoice.submit', invoiceInput(aSale(shop.productId, 3))))
  await backend.controlSimulator('POST', 'faults', { kind: 'code', code: 1, times: 1 })
  await deliver(backend.delivery, shop.identity)
  const repaired = await phone.pushOne('invoice.repair', { invoiceId: invoice.id })
  if (repaired.state !== 'done') throw new Error(`no repair: ${JSON.stringify(repaired)}`)
  await deliver(backend.delivery, shop.identity)
  await verifyReceipts(backend.delivery, shop.identity)
  const today = fiscalDayOf(toInstant(backend.clock.now()))
  await examineFigures(backend.server.services, { companyId: shop.company.id }, today)
  await checkCompany(backend.server.services, { companyId: shop.company.id }, toInstant(backend.clock.now()))
}

/** Refreshes, changes the password and signs out; gives every token there was. */
async function changeTokens(backend: TestBackend, refreshToken: string, token: string): Promise<string[]> {
  const { server } = backend
  const refreshed = (await server.call('auth.refresh', { refresh_token: refreshToken })).body as Pair
  const changed = (
    await server.call(
      'auth.change-password',
      { currentPassword: TEST_PASSWORD, newPassword: NEW_PASSWORD, confirmPassword: NEW_PASSWORD },
      token,
    )
  ).body as Pair
  await server.call('auth.logout', { refresh_token: changed.refresh_token })
  return [refreshed, changed].flatMap((pair) => [pair.token, pair.refresh_token])
}

type Pair = { readonly token: string; readonly refresh_token: string }

async function pushUnderGrant(
  backend: TestBackend,
  phone: Phone,
  session: { readonly deviceId: string; readonly grant: { readonly id: string } | null },
  key: ReturnType<typeof generateDeviceKey>,
): Promise<string> {
  if (!session.grant) throw new Error('no grant')
  const request: Omit<PushRequest, 'grant'> = {
    proto: 1,
    nonce,
    companyId: phone.companyId,
    userId: phone.userId,
    deviceId: session.deviceId,
    epoch: randomUUID(),
    ops: [phone.operation('invoice.cancel', { invoiceId: randomUUID(), reason: 'Imekosewa' })],
  }
  const signature = key.signText(grantText(request, session.grant.id))
  const { status } = await backend.server.call('sync.push', {
    ...request,
    grant: { id: session.grant.id, signature },
  })
  if (status !== 200) throw new Error(`the push under the grant was answered ${status}`)
  return signature
}

async function endTheDay(backend: TestBackend, shop: Tenant): Promise<void> {
  backend.clock.advance(86_400_000)
  await closeDays(backend.server.services, shop.identity)
  await deliver(backend.delivery, shop.identity)
}
