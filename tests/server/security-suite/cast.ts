import { randomUUID } from 'node:crypto'
import { NO_VENDOR } from '#domain/expenses/expense.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import type { FiscalIdentity } from '#server/storage/fiscal-identities.ts'
import type { UserRow } from '#server/storage/users.ts'
import { aFile, pieceOf } from '#tests/support/a-file.ts'
import { newExpense } from '#tests/support/an-expense.ts'
import {
  aProduct,
  aSale,
  invoiceOf,
  type Market,
  Phone,
  registerAtMarket,
  written,
} from '#tests/support/shop.ts'
import { logInTestUser } from '#tests/support/start-test-server.ts'
import { aCompany, anOperator, anOrganization, aUser, type TestCompany } from '#tests/support/tenants.ts'

/** One company with one of everything, each text of it found nowhere else. */
export type Tenant = {
  readonly company: TestCompany
  readonly identity: FiscalIdentity
  readonly operator: UserRow
  readonly phone: Phone
  readonly productId: string
  readonly customerId: string
  readonly expenseId: string
  /** Hash of the file of that expense. */
  readonly file: string
  /** Of the receipt that the expense is about. */
  readonly receiptCode: string
  readonly invoiceId: string
  /** The submitted invoice as its phone knows it. */
  readonly invoice: Invoice
  readonly draftId: string
  /** Operation that made the product. */
  readonly opId: string
  /** Epoch of a restore after which its numbering stood still, and goes on again. */
  readonly restoreEpoch: string
  /** Texts and ids by which anything of this company is known in an answer. */
  readonly markers: readonly string[]
}

let serial = 0

/** Opens a company whose every text carries `word`. */
export async function openTenant(market: Market, word: string): Promise<Tenant> {
  const { db } = market.server.services
  serial += 1
  const organization = await anOrganization(db, {
    name: `${word} Holdings`,
    owner_name: `${word} Mkuu`,
    owner_email: `${word}.mkuu@example.test`,
    owner_phone: `7611${String(serial).padStart(5, '0')}`,
  })
  const company = await aCompany(db, {
    organization_id: organization.id,
    name: `${word} Duka`,
    vrn: `4${String(serial).padStart(7, '0')}Z`,
    address: `${word} Mtaani`,
    phone: `7622${String(serial).padStart(5, '0')}`,
    email: `${word}@example.test`,
  })
  const identity = await registerAtMarket(market, company)
  const operator = await anOperator(db, company.id, {
    first_name: word,
    last_name: `${word}son`,
    username: `${word}-operator`,
    email: `${word}-operator@example.test`,
  })
  const { token, deviceId } = await logInTestUser(market.server, operator.username)
  const phone = new Phone(market.server, company.id, operator.id, token)
  const productId = await aProduct(phone, `${word} Sukari`)
  const customerId = randomUUID()
  const made = await phone.pushOne('customer.save', {
    customerId,
    baseRev: 0,
    base: null,
    fields: {
      name: `${word} Mteja`,
      identificationType: 'PASSPORT',
      identificationNumber: `${word}7`.toUpperCase(),
      phone: '',
      email: `${word}-mteja@example.test`,
      vatRegistrationNumber: '',
      active: true,
    },
  })
  if (made.state !== 'done') throw new Error(`no customer: ${JSON.stringify(made)}`)
  const expenseId = randomUUID()
  const receiptCode = `${word.padEnd(6, 'X').slice(0, 6).toUpperCase()}1`
  const note = { vendor: { ...NO_VENDOR, name: `${word} Muuzaji` }, receiptCode }
  const spent = await phone.pushOne('expense.save', newExpense(expenseId, note))
  if (spent.state !== 'done') throw new Error(`no expense: ${JSON.stringify(spent)}`)
  const paper = aFile('pdf', `${word} risiti`)
  const taken = await phone.call('files.send-piece', pieceOf(paper))
  if (taken.status !== 200) throw new Error(`no file: ${taken.status}`)
  const sale = { ...aSale(productId), reference: `${word} LPO` }
  const invoice = invoiceOf(await phone.pushOne('invoice.submit', written(sale)))
  const draft = invoiceOf(await phone.pushOne('invoice.save', written(sale)))
  const restoreEpoch = await aPastRestore(market, identity)
  return {
    company,
    identity,
    operator,
    phone,
    productId,
    customerId,
    expenseId,
    file: paper.sha256,
    receiptCode,
    invoiceId: invoice.id,
    invoice,
    draftId: draft.id,
    opId: made.opId,
    restoreEpoch,
    markers: [
      word,
      ...[organization.id, company.id, company.tin, company.vrn, company.phone, organization.owner_phone],
      ...[identity.id, identity.certKey, identity.registration.uin, identity.registration.regId],
      ...[operator.id, deviceId, phone.deviceId, phone.epoch, productId, customerId, expenseId, made.opId],
      paper.sha256,
      ...[invoice.id, draft.id, invoice.receipt?.rctvnum ?? '', invoice.receipt?.verifyUrl ?? ''],
    ].filter((marker) => marker !== ''),
  }
}

async function aPastRestore(market: Market, identity: FiscalIdentity): Promise<string> {
  const epoch = randomUUID()
  await market.server.services.db
    .insertInto('numbering_holds')
    .values({
      identity_id: identity.id,
      epoch,
      company_id: identity.companyId,
      opened_at: '2026-11-21T10:00:00.000Z',
      backup_at: '2026-11-20T04:00:00.000Z',
      from_gc: 1,
      prior_state: 'active',
      prior_reason: '',
      released_at: '2026-11-21T10:00:00.000Z',
      released_by: null,
    })
    .execute()
  return epoch
}

export const ACTORS = [
  'platform_admin',
  'organization_admin',
  'company_owner',
  'operator',
  'disabled_operator',
  'operator_of_blocked_company',
  'must_change_password',
  'signed_out',
] as const
export type ActorName = (typeof ACTORS)[number]

/** Somebody who asks. `own` is the company whose records count as own; users without one are given the first. */
export type ActingPerson = {
  readonly name: ActorName
  readonly username: string
  readonly userId: string
  readonly own: Tenant
  readonly token: string | undefined
  readonly refreshToken: string
  /** Of a session beside the one of `token`. */
  readonly spareRefreshToken: string
  readonly phone: Phone
}

async function person(
  market: Market,
  name: ActorName,
  own: Tenant,
  wish: Partial<UserRow>,
): Promise<ActingPerson> {
  const user = await aUser(market.server.services.db, { ...wish, username: `${name}-${randomUUID()}` })
  const session = await logInTestUser(market.server, user.username)
  const spare = await logInTestUser(market.server, user.username)
  const token = name === 'signed_out' ? undefined : session.token
  return {
    name,
    username: name === 'signed_out' ? 'nobody-at-all' : user.username,
    userId: user.id,
    own,
    token,
    refreshToken: name === 'signed_out' ? 'made-up' : session.refresh_token,
    spareRefreshToken: name === 'signed_out' ? 'made-up' : spare.refresh_token,
    phone: new Phone(market.server, own.company.id, user.id, session.token),
  }
}

/** Somebody of each kind, and what befell them after they had signed in. */
export async function gatherActors(market: Market, own: Tenant, blocked: Tenant): Promise<ActingPerson[]> {
  const { db } = market.server.services
  const ofCompany = { company_id: own.company.id }
  const people = [
    await person(market, 'platform_admin', own, { user_type: 'platform_admin' }),
    await person(market, 'organization_admin', own, {
      user_type: 'organization_admin',
      organization_id: own.company.organization_id,
    }),
    await person(market, 'company_owner', own, { user_type: 'company_owner', ...ofCompany }),
    await person(market, 'operator', own, ofCompany),
    await person(market, 'disabled_operator', own, ofCompany),
    await person(market, 'operator_of_blocked_company', blocked, { company_id: blocked.company.id }),
    await person(market, 'must_change_password', own, { ...ofCompany, must_change_password: true }),
    await person(market, 'signed_out', own, ofCompany),
  ]
  const disabled = people.find(({ name }) => name === 'disabled_operator')
  await db
    .updateTable('users')
    .set({ status: 'inactive' })
    .where('id', '=', disabled?.userId ?? '')
    .execute()
  await db
    .updateTable('companies')
    .set({ blocked_by_tra: true, blocked_reason: 'Madeni' })
    .where('id', '=', blocked.company.id)
    .execute()
  // What the server remembers of anybody's standing is older than this now.
  market.clock.advance(2_001)
  return people
}
