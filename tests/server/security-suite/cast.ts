import { randomUUID } from 'node:crypto'
import { NO_VENDOR } from '#domain/expenses/expense.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import type { UserRow } from '#server/storage/accounts/users.ts'
import type { FiscalIdentity } from '#server/storage/fiscal/identities.ts'
import { logInTestUser } from '#tests/support/start-test-server.ts'
import {
  createCompany,
  createOperator,
  createOrganization,
  createUser,
  type TestCompany,
} from '#tests/support/tenants.ts'
import { newExpense } from '../../support/expense-input.ts'
import { chunkOf, makeFile } from '../../support/make-file.ts'
import {
  aProduct,
  aSale,
  invoiceInput,
  invoiceOf,
  Phone,
  registerAtSimulator,
  type TestBackend,
} from '../../support/test-backend.ts'
import { newVendor } from '../../support/vendor-input.ts'

/** One company with one of everything, and texts that occur in no other company. */
export type Tenant = {
  readonly company: TestCompany
  readonly identity: FiscalIdentity
  readonly operator: UserRow
  /** Another operator, on no phone. */
  readonly colleague: UserRow
  readonly phone: Phone
  readonly productId: string
  readonly customerId: string
  readonly vendorId: string
  readonly categoryId: string
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
  /** Epoch of a restore after which its numbering was held, and is released again. */
  readonly restoreEpoch: string
  /** Texts and ids by which anything of this company is known in an answer. */
  readonly markers: readonly string[]
}

let serial = 0

/** Opens a company whose every text contains `label`. */
export async function openTenant(backend: TestBackend, label: string): Promise<Tenant> {
  const { db } = backend.server.services
  serial += 1
  const organization = await createOrganization(db, {
    name: `${label} Holdings`,
    owner_name: `${label} Mkuu`,
    owner_email: `${label}.mkuu@example.test`,
    owner_phone: `7611${String(serial).padStart(5, '0')}`,
  })
  const company = await createCompany(db, {
    organization_id: organization.id,
    name: `${label} Duka`,
    vrn: `4${String(serial).padStart(7, '0')}Z`,
    address: `${label} Mtaani`,
    phone: `7622${String(serial).padStart(5, '0')}`,
    email: `${label}@example.test`,
  })
  const identity = await registerAtSimulator(backend, company)
  const operator = await createOperator(db, company.id, {
    first_name: label,
    last_name: `${label}son`,
    username: `${label}-operator`,
    email: `${label}-operator@example.test`,
  })
  const colleague = await createOperator(db, company.id, {
    first_name: label,
    username: `${label}-colleague`,
    email: `${label}-colleague@example.test`,
  })
  const { token, deviceId } = await logInTestUser(backend.server, operator.username)
  const phone = new Phone(backend.server, company.id, operator.id, token)
  const productId = await aProduct(phone, `${label} Sukari`)
  const customerId = randomUUID()
  const made = await phone.pushOne('customer.save', {
    customerId,
    baseRev: 0,
    base: null,
    fields: {
      name: `${label} Mteja`,
      identificationType: 'PASSPORT',
      identificationNumber: `${label}7`.toUpperCase(),
      phone: '',
      email: `${label}-mteja@example.test`,
      vatRegistrationNumber: '',
      active: true,
    },
  })
  if (made.state !== 'done') throw new Error(`no customer: ${JSON.stringify(made)}`)
  const vendorId = randomUUID()
  const bought = await phone.pushOne('vendor.save', newVendor(vendorId, { name: `${label} Muuzaji` }))
  if (bought.state !== 'done') throw new Error(`no vendor: ${JSON.stringify(bought)}`)
  const categoryId = randomUUID()
  const fields = { name: `${label} Ulinzi`, code: 'GUARD', description: '', active: true }
  const named = await phone.pushOne('category.save', { categoryId, baseRev: 0, base: null, fields })
  if (named.state !== 'done') throw new Error(`no category: ${JSON.stringify(named)}`)
  const expenseId = randomUUID()
  const receiptCode = `${label.padEnd(6, 'X').slice(0, 6).toUpperCase()}1`
  const note = { vendor: { ...NO_VENDOR, name: `${label} Muuzaji` }, receiptCode }
  const spent = await phone.pushOne('expense.save', newExpense(expenseId, note))
  if (spent.state !== 'done') throw new Error(`no expense: ${JSON.stringify(spent)}`)
  const paper = makeFile('pdf', `${label} risiti`)
  const uploaded = await phone.call('files.send-piece', chunkOf(paper))
  if (uploaded.status !== 200) throw new Error(`no file: ${uploaded.status}`)
  const sale = { ...aSale(productId), reference: `${label} LPO` }
  const invoice = invoiceOf(await phone.pushOne('invoice.submit', invoiceInput(sale)))
  const draft = invoiceOf(await phone.pushOne('invoice.save', invoiceInput(sale)))
  const restoreEpoch = await aPastRestore(backend, identity)
  return {
    company,
    identity,
    operator,
    colleague,
    phone,
    productId,
    customerId,
    vendorId,
    categoryId,
    expenseId,
    file: paper.sha256,
    receiptCode,
    invoiceId: invoice.id,
    invoice,
    draftId: draft.id,
    opId: made.opId,
    restoreEpoch,
    markers: [
      label,
      ...[organization.id, company.id, company.tin, company.vrn, company.phone, organization.owner_phone],
      ...[identity.id, identity.certKey, identity.registration.uin, identity.registration.regId],
      ...[
        operator.id,
        colleague.id,
        deviceId,
        phone.deviceId,
        phone.epoch,
        productId,
        customerId,
        vendorId,
        categoryId,
        expenseId,
        made.opId,
      ],
      paper.sha256,
      ...[invoice.id, draft.id, invoice.receipt?.rctvnum ?? '', invoice.receipt?.verifyUrl ?? ''],
    ].filter((marker) => marker !== ''),
  }
}

async function aPastRestore(backend: TestBackend, identity: FiscalIdentity): Promise<string> {
  const epoch = randomUUID()
  await backend.server.services.db
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

/** A caller. `own` is the company whose records count as own; users without one are given the first. */
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
  backend: TestBackend,
  name: ActorName,
  own: Tenant,
  overrides: Partial<Omit<UserRow, 'rights'>>,
): Promise<ActingPerson> {
  const user = await createUser(backend.server.services.db, {
    ...overrides,
    username: `${name}-${randomUUID()}`,
  })
  const session = await logInTestUser(backend.server, user.username)
  const spare = await logInTestUser(backend.server, user.username)
  const token = name === 'signed_out' ? undefined : session.token
  return {
    name,
    username: name === 'signed_out' ? 'nobody-at-all' : user.username,
    userId: user.id,
    own,
    token,
    refreshToken: name === 'signed_out' ? 'made-up' : session.refresh_token,
    spareRefreshToken: name === 'signed_out' ? 'made-up' : spare.refresh_token,
    phone: new Phone(backend.server, own.company.id, user.id, session.token),
  }
}

/** Signs in one user of each kind, then applies what happened to them (disabled, blocked and so on). */
export async function gatherActors(
  backend: TestBackend,
  own: Tenant,
  blocked: Tenant,
): Promise<ActingPerson[]> {
  const { db } = backend.server.services
  const ofCompany = { company_id: own.company.id }
  const people = [
    await person(backend, 'platform_admin', own, { user_type: 'platform_admin' }),
    await person(backend, 'organization_admin', own, {
      user_type: 'organization_admin',
      organization_id: own.company.organization_id,
    }),
    await person(backend, 'company_owner', own, { user_type: 'company_owner', ...ofCompany }),
    await person(backend, 'operator', own, ofCompany),
    await person(backend, 'disabled_operator', own, ofCompany),
    await person(backend, 'operator_of_blocked_company', blocked, { company_id: blocked.company.id }),
    await person(backend, 'must_change_password', own, { ...ofCompany, must_change_password: true }),
    await person(backend, 'signed_out', own, ofCompany),
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
  // The server's cached statuses are older than this now.
  backend.clock.advance(2_001)
  return people
}
