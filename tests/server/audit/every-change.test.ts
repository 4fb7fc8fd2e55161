import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EndpointInput, EndpointName } from '#contract/endpoints.ts'
import { endpoints } from '#contract/endpoints.ts'
import { type Act, isAct } from '#domain/audit/acts.ts'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import { DEFAULT_SETTINGS } from '#domain/settings/company-settings.ts'
import { deliver } from '#server/services/fiscal/deliver.ts'
import { startTestBackend, type TestBackend } from '../../support/test-backend.ts'
import { EXPECTATIONS } from '../security-suite/access-expectations.ts'
import {
  type ActingPerson,
  type ActorName,
  gatherActors,
  openTenant,
  type Tenant,
} from '../security-suite/cast.ts'

/** What a call that changes something leaves in the audit trail, and how to make it change something. */
type Recorded = {
  [Name in EndpointName]?: {
    readonly by: ActorName
    readonly act: Act
    /** Absent: the request of the table of access. */
    readonly input?: (by: ActingPerson) => EndpointInput<Name>
  }
}

const DAYS = { from: '2026-01-01' as FiscalDay, to: '2026-12-31' as FiscalDay }
const tipId = randomUUID()
const paymentId = randomUUID()
const apiKeyId = randomUUID()
const webhookId = randomUUID()
const TIP = {
  day: '2026-11-23' as FiscalDay,
  titleEn: 'VAT',
  textEn: 'Soon.',
  titleSw: 'VAT',
  textSw: 'Karibu.',
}

/** In the order in which they are called: the last ones end what the others need. */
const RECORDED: Recorded = {
  'organizations.save': { by: 'platform_admin', act: 'organization.create', input: () => newOrganization() },
  'organizations.set-enabled': {
    by: 'platform_admin',
    act: 'organization.disable',
    input: () => ({ id: spare.company.organization_id, enabled: false }),
  },
  'companies.save': { by: 'organization_admin', act: 'company.create' },
  'companies.set-enabled': {
    by: 'platform_admin',
    act: 'company.disable',
    input: () => ({ id: spare.company.id, enabled: false }),
  },
  'companies.choose-readings': {
    by: 'platform_admin',
    act: 'company.choose-readings',
    input: (by) => ({ id: by.own.company.id, settings: { ...DEFAULT_SETTINGS, vendorSerial: 'any' } }),
  },
  'rates.plan': {
    by: 'platform_admin',
    act: 'tax-rate.plan',
    input: () => ({ taxType: 'standard', validFrom: '2029-01-01' as FiscalDay, rate: 1700 }),
  },
  'company.configure': {
    by: 'company_owner',
    act: 'company.configure',
    input: ({ own: { company } }) => ({
      ...{ email: company.email, phone: company.phone, address: 'Mtaa wa Sokoni', receiptSecondLine: '' },
      ...{ receiptFooter: 'Karibu tena', paymentTypes: ['cash'] },
    }),
  },
  'company.choose-logo': { by: 'company_owner', act: 'company.choose-logo' },
  'invoices-report.export': { by: 'organization_admin', act: 'invoices-report.export', input: () => DAYS },
  'audit.export': { by: 'platform_admin', act: 'audit.export', input: () => DAYS },
  'data-export.start': { by: 'company_owner', act: 'data.export' },
  'receipts.reissue': { by: 'organization_admin', act: 'receipt.reissue' },
  'subscription.record-payment': {
    by: 'platform_admin',
    act: 'subscription.record-payment',
    input: (by) => ({ ...EXPECTATIONS['subscription.record-payment'].own(by), id: paymentId }),
  },
  'subscription.cancel-payment': {
    by: 'platform_admin',
    act: 'subscription.cancel-payment',
    input: (by) => ({ id: paymentId, companyId: by.own.company.id }),
  },
  'potential-clients.create': { by: 'platform_admin', act: 'potential-client.create' },
  'profile.change-phone': { by: 'company_owner', act: 'profile.change-phone' },
  'ussd.register': { by: 'company_owner', act: 'ussd.register' },
  'tax-tips.save': {
    by: 'organization_admin',
    act: 'tax-tip.save',
    input: () => ({ id: tipId, fields: TIP }),
  },
  'tax-tips.change-status': {
    by: 'organization_admin',
    act: 'tax-tip.change-status',
    input: () => ({ id: tipId, status: 'published' }),
  },
  'users.create': { by: 'company_owner', act: 'user.create' },
  'users.change': { by: 'company_owner', act: 'user.change' },
  'users.choose-rights': {
    by: 'company_owner',
    act: 'user.rights',
    input: (by) => ({ id: by.own.colleague.id, rights: { refund: true, cancel: false, maxDiscount: 0 } }),
  },
  'users.change-status': { by: 'company_owner', act: 'user.disable' },
  'users.reset-password': { by: 'company_owner', act: 'password.reset' },
  'api-keys.create': {
    by: 'company_owner',
    act: 'api-key.create',
    input: () => ({ id: apiKeyId, name: 'Duka mtandaoni', scopes: ['invoices:read'] }),
  },
  'api-keys.rotate': {
    by: 'company_owner',
    act: 'api-key.rotate',
    input: () => ({ id: apiKeyId, overlapHours: 0 }),
  },
  'api-keys.revoke': { by: 'company_owner', act: 'api-key.revoke', input: () => ({ id: apiKeyId }) },
  'webhooks.create': {
    by: 'company_owner',
    act: 'webhook.create',
    input: () => ({ id: webhookId, url: 'https://duka.example/risiti', events: ['invoice.issued'] }),
  },
  'webhooks.rotate': { by: 'company_owner', act: 'webhook.rotate', input: () => ({ id: webhookId }) },
  'webhooks.switch': {
    by: 'company_owner',
    act: 'webhook.off',
    input: () => ({ id: webhookId, active: false }),
  },
  'webhooks.remove': { by: 'company_owner', act: 'webhook.remove', input: () => ({ id: webhookId }) },
  'devices.end': { by: 'operator', act: 'device.end', input: () => ({ deviceId: randomUUID() }) },
  'auth.login': { by: 'company_owner', act: 'session.open' },
  'auth.logout': { by: 'company_owner', act: 'session.close' },
}

/** Calls that need a file, a mail or the authority: their own tests make them, here is where they record it. */
const RECORDED_BY: Partial<Record<EndpointName, { readonly file: string; readonly act: Act }>> = {
  'second-factor.confirm': { file: 'second-factor/change-second-factor.ts', act: 'second-factor.on' },
  'second-factor.end': { file: 'second-factor/change-second-factor.ts', act: 'second-factor.off' },
  'users.reset-second-factor': {
    file: 'second-factor/change-second-factor.ts',
    act: 'second-factor.reset',
  },
  'data-export.link': { file: 'data-export/data-exports.ts', act: 'data.download' },
  'accounting.choose': { file: 'accounting/audit-accounting.ts', act: 'accounting.connect' },
  'accounting.complete': { file: 'accounting/audit-accounting.ts', act: 'accounting.connect' },
  'accounting.disconnect': { file: 'accounting/audit-accounting.ts', act: 'accounting.disconnect' },
  'accounting.save-mapping': { file: 'accounting/audit-accounting.ts', act: 'accounting.change' },
  'accounting.start': { file: 'accounting/audit-accounting.ts', act: 'accounting.change' },
  'accounting.settle': { file: 'accounting/audit-accounting.ts', act: 'accounting.change' },
  'accounting.pull': { file: 'accounting/audit-accounting.ts', act: 'accounting.change' },
  'accounting.attach': { file: 'accounting/audit-accounting.ts', act: 'accounting.change' },
  'accounting.settle-inbox': { file: 'accounting/audit-accounting.ts', act: 'accounting.change' },
  'ussd.end': { file: 'ussd/registration.ts', act: 'ussd.end' },
  'auth.change-password': { file: 'auth/change-password.ts', act: 'password.change' },
  'recovery.reset': { file: 'password-recovery/reset-forgotten-password.ts', act: 'password.recover' },
  'profile.confirm-email': { file: 'profile/change-email.ts', act: 'profile.change-email' },
  'certificates.upload': { file: 'fiscal/upload-certificate.ts', act: 'certificate.upload' },
  'fiscal.register': { file: 'fiscal/register-device.ts', act: 'fiscal-identity.register' },
  'fiscal.resume': { file: 'fiscal/resume-identity.ts', act: 'fiscal-identity.resume' },
  'potential-clients.change-status': {
    file: 'potential-clients/follow-up-clients.ts',
    act: 'potential-client.change-status',
  },
  'potential-clients.convert': {
    file: 'potential-clients/convert-client.ts',
    act: 'potential-client.convert',
  },
}

/** Calls that leave no entry, and why. */
const UNRECORDED: Partial<Record<EndpointName, string>> = {
  'auth.refresh': 'the same session goes on; a stolen token is recorded as session.theft',
  'webhooks.test': 'changes nothing; the message is in the log of its address',
  'webhooks.resend': 'changes nothing; the attempt is in the log of its address',
  'second-factor.begin': 'counts nothing before it is confirmed',
  'session.choose-language': 'how a person reads the app',
  'files.send-piece': 'a part of a file; the operation that keeps it is in the ledger',
  'expenses.change-reading': 'begins or ends work of the server; what it fills in is marked in the expense',
  'accounting.connect': 'changes nothing before the service sends the person back',
  'accounting.compare': 'changes nothing; both sides are read and their difference is stored itself',
  'contact.send': 'a message of somebody without an account, stored itself',
  'registration.request': 'a request of somebody without an account, stored itself',
  'insights.consent':
    'the choice of a person about the own work, recorded itself with its words and its time',
  'insights.request': 'changes nothing; the request is stored itself with person and day',
  'insights.category': 'changes nothing; the request is counted for the day',
  'notifications.choose': 'which notifications a person gets on the own phone',
  'notifications.register': 'the own browser of a person',
  'notifications.unregister': 'the own browser of a person',
  'profile.change-email': 'changes nothing before the link in the mail is opened',
  'recovery.start': 'changes nothing before the code is right',
  'recovery.send-again': 'changes nothing before the code is right',
  'recovery.verify': 'changes nothing before the new password',
  'sync.push': 'each operation is in the ledger with person, phone and time; fiscal ones are recorded below',
}

let backend: TestBackend
let people: ActingPerson[]
let spare: Tenant

beforeAll(async () => {
  backend = await startTestBackend()
  const own = await openTenant(backend, 'Mwenyewe')
  const blocked = await openTenant(backend, 'Amefungiwa')
  spare = await openTenant(backend, 'Akiba')
  people = await gatherActors(backend, own, blocked)
  await deliver(backend.delivery, own.identity)
})
afterAll(async () => await backend.close())

function newOrganization(): EndpointInput<'organizations.save'> {
  const fields = { name: 'Jipya', ownerName: 'Neema', ownerPhone: '700000101', ownerEmail: 'n@example.test' }
  return { id: randomUUID(), base: null, fields }
}

async function entries() {
  return await backend.server.services.db.selectFrom('audit').selectAll().orderBy('id').execute()
}

test('every call that changes something leaves an entry or says why not (audit trail)', () => {
  const listed = [RECORDED, RECORDED_BY, UNRECORDED].flatMap((each) => Object.keys(each))
  const posts = Object.entries(endpoints).flatMap(([name, { method }]) => (method === 'POST' ? name : []))
  expect(listed.sort()).toEqual(posts.sort())
})

test.each(Object.entries(RECORDED))('%s is recorded with person and device', async (name, recorded) => {
  const by = people.find((person) => person.name === recorded.by)
  if (!by) throw new Error(`no actor is called ${recorded.by}`)
  // The request belongs to the name; the compiler cannot follow a name that is only known at run time.
  const inputOf = (recorded.input ?? EXPECTATIONS[name as 'auth.login'].own) as (by: ActingPerson) => never
  const before = await entries()
  const { status, body } = await backend.server.call(name as EndpointName, inputOf(by), by.token)
  expect(status, JSON.stringify(body)).toBe(200)
  const added = (await entries()).slice(before.length)
  expect(added.map(({ action }) => action)).toContain(recorded.act)
  const entry = added.find(({ action }) => action === recorded.act)
  expect(entry?.user_id).toBe(by.userId)
  expect(entry?.device_id).toMatch(/^[0-9a-f-]{36}$/)
})

test.each(Object.values<{ file: string; act: Act }>(RECORDED_BY))('$file records $act', ({ file, act }) => {
  const source = readFileSync(new URL(`../../../server/services/${file}`, import.meta.url), 'utf8')
  expect(source).toContain('insertAuditEntry(')
  expect(source).toContain(`action: '${act}'`)
})

test('every recorded act has a name that people can read', async () => {
  expect((await entries()).map(({ action }) => action).filter((action) => !isAct(action))).toEqual([])
})
