import { randomUUID } from 'node:crypto'
import type { EndpointInput, EndpointName } from '#contract/endpoints.ts'
import { TEST_PASSWORD } from '#tests/support/tenants.ts'
import { ACCOUNTING_EXPECTATIONS } from './accounting-expectations.ts'
import { ADMINISTRATION_EXPECTATIONS } from './administration-expectations.ts'
import { API_KEY_EXPECTATIONS } from './api-key-expectations.ts'
import type { ActingPerson } from './cast.ts'
import { DATA_EXPORT_EXPECTATIONS } from './data-export-expectations.ts'
import { EXPENSE_EXPECTATIONS } from './expense-expectations.ts'
import { COMPANY_READ, FISCAL_EXPECTATIONS, NOT_THEIRS, named } from './fiscal-expectations.ts'
import { INSIGHT_EXPECTATIONS } from './insight-expectations.ts'
import { COMPANY_WORK, everybody, NOTHING_THERE, OUTSIDE, type Outcomes, type Row } from './outcomes.ts'
import { REPORT_EXPECTATIONS } from './report-expectations.ts'
import { SECOND_FACTOR_EXPECTATIONS } from './second-factor-expectations.ts'
import { USER_EXPECTATIONS } from './user-expectations.ts'
import { USSD_EXPECTATIONS } from './ussd-expectations.ts'
import { WEBHOOK_EXPECTATIONS } from './webhook-expectations.ts'

const nonce = 'nonce-of-the-table'

const WRONG_ACCOUNT: Outcomes = {
  ...COMPANY_WORK,
  company_owner: 'OPERATION_WRONG_ACCOUNT',
  operator: 'OPERATION_WRONG_ACCOUNT',
  operator_of_blocked_company: 'OPERATION_WRONG_ACCOUNT',
}

const chunkInput: EndpointInput<'files.send-piece'> = {
  sha256: 'f'.repeat(64),
  size: 20,
  offset: 0,
  bytes: Buffer.from('%PDF-1.7 ').toString('base64'),
}

function aPush(by: ActingPerson): EndpointInput<'sync.push'> {
  const fields = { name: 'Unga', unit: 'kg', unitPrice: 150_000, taxType: 'standard', active: true }
  return {
    proto: 1,
    nonce,
    companyId: by.own.company.id,
    userId: by.userId,
    deviceId: by.phone.deviceId,
    epoch: by.phone.epoch,
    ops: [by.phone.operation('product.save', { productId: randomUUID(), baseRev: 0, base: null, fields })],
  }
}

/** The table: every endpoint of the contract, every kind of person, own and foreign. An endpoint without a row fails. */
export const EXPECTATIONS: { readonly [Name in EndpointName]: Row<Name> } = {
  ...USER_EXPECTATIONS,
  ...ADMINISTRATION_EXPECTATIONS,
  ...FISCAL_EXPECTATIONS,
  ...REPORT_EXPECTATIONS,
  ...API_KEY_EXPECTATIONS,
  'developer.description': { own: () => ({}), expected: everybody(200) },
  ...DATA_EXPORT_EXPECTATIONS,
  ...SECOND_FACTOR_EXPECTATIONS,
  ...EXPENSE_EXPECTATIONS,
  'auth.login': {
    own: (by) => ({ username: by.username, password: TEST_PASSWORD, deviceId: randomUUID() }),
    expected: {
      ...everybody(200),
      disabled_operator: 'USER_DISABLED',
      signed_out: 'INVALID_CREDENTIALS',
    },
    foreign: (_, other) => [
      {
        what: 'the name of somebody else, with a wrong password',
        foreign: { username: other.operator.username, password: 'Hapana#1', deviceId: randomUUID() },
        unknown: {
          username: 'x'.repeat(other.operator.username.length),
          password: 'Hapana#1',
          deviceId: randomUUID(),
        },
        expected: everybody('INVALID_CREDENTIALS'),
      },
    ],
  },
  'auth.refresh': {
    own: (by) => ({ refresh_token: by.refreshToken }),
    expected: { ...everybody(200), disabled_operator: 'USER_DISABLED', signed_out: 'REFRESH_REFUSED' },
  },
  'auth.logout': {
    own: (by) => ({ refresh_token: by.spareRefreshToken }),
    expected: everybody(200),
  },
  'auth.change-password': {
    // With a wrong current password: who gets as far as hearing that was let in, and nothing changes.
    own: () => ({ currentPassword: 'Sivyo#2026', newPassword: 'Mpya#2027', confirmPassword: 'Mpya#2027' }),
    expected: {
      ...everybody('PASSWORD_CURRENT_INVALID'),
      disabled_operator: 'USER_DISABLED',
      signed_out: 'TOKEN_MISSING',
    },
  },
  // Open to a caller without a password. A known and an unknown address get the same answer.
  'recovery.start': {
    own: (by) => ({ email: `${by.username}@example.test` }),
    expected: everybody(200),
  },
  'recovery.send-again': {
    own: () => ({ verification: 'nobody-has-this' }),
    expected: everybody('OTP_EXPIRED'),
  },
  'recovery.verify': {
    own: () => ({ verification: 'nobody-has-this', code: '123456' }),
    expected: everybody('OTP_EXPIRED'),
  },
  'recovery.reset': {
    own: () => ({ verification: 'nobody-has-this', newPassword: 'Mpya#2027', confirmPassword: 'Mpya#2027' }),
    expected: everybody('RESET_FAILED'),
  },
  ...INSIGHT_EXPECTATIONS,
  ...ACCOUNTING_EXPECTATIONS,
  ...USSD_EXPECTATIONS,
  ...WEBHOOK_EXPECTATIONS,
  'contact.provider': { own: () => ({}), expected: everybody(200) },
  'contact.send': {
    own: () => ({ fullName: 'Asha Mfano', email: 'asha@example.test', phone: '', message: ' ' }),
    expected: everybody('CONTACT_MESSAGE_REQUIRED'),
  },
  'contact.refused': {
    own: () => ({}),
    expected: { ...everybody('FORBIDDEN'), ...OUTSIDE, platform_admin: 200 },
  },
  'registration.request': {
    own: (by) => ({
      ...{ fullName: 'Asha Mfano', email: `${by.name}@new.example.test`, phone: '754000009' },
      ...{ companyName: 'Duka Jipya', tin: '123456789', promoCode: 'x' },
    }),
    expected: everybody('REGISTRATION_PROMO_CODE'),
  },
  'potential-clients.list': {
    own: () => ({ search: 'Duka' }),
    expected: { ...everybody('FORBIDDEN'), ...OUTSIDE, platform_admin: 200 },
  },
  'potential-clients.create': {
    own: (by) => ({
      ...{ fullName: 'Juma Mfano', email: `${by.name}@client.example.test`, phone: '754000009' },
      ...{ companyName: 'Duka Jipya', tin: '123456789', promoCode: '' },
    }),
    expected: { ...everybody(200), ...OUTSIDE },
  },
  // An account that belongs to nothing has nothing to set up; the cast has none.
  'setup.read': { own: () => ({}), expected: { ...everybody(200), ...OUTSIDE } },
  'potential-clients.convert': {
    own: () => ({
      ...{ id: randomUUID(), organizationId: null, organizationName: 'Umoja Mfano' },
      ...{ companyName: 'Duka Jipya', tin: '123456789', vrn: '', address: 'Mtaa wa Soko', serial: '99TZ1' },
      ...{ companyEmail: 'duka@example.test', companyPhone: '754000009' },
      ...{ firstName: 'Juma', lastName: 'Mfano', username: 'juma', email: 'juma@example.test' },
      mobile: '754000009',
    }),
    expected: { ...everybody('FORBIDDEN'), ...OUTSIDE, platform_admin: 'NOT_FOUND' },
  },
  'potential-clients.change-status': {
    own: () => ({ id: randomUUID(), status: 'contacted' }),
    expected: { ...everybody('FORBIDDEN'), ...OUTSIDE, platform_admin: 'NOT_FOUND' },
  },
  'provider.read': { own: () => ({}), expected: everybody(200) },
  'tax-tips.published': { own: () => ({}), expected: everybody(200) },
  'tax-tips.list': {
    own: () => ({ search: 'VAT' }),
    expected: { ...everybody('FORBIDDEN'), ...OUTSIDE, organization_admin: 200, platform_admin: 200 },
  },
  'tax-tips.save': {
    own: () => ({
      id: randomUUID(),
      fields: { day: '2026-11-23', titleEn: 'VAT', textEn: 'By the 20th.', titleSw: 'VAT', textSw: ' ' },
    }),
    expected: {
      ...everybody('FORBIDDEN'),
      ...OUTSIDE,
      organization_admin: 'TAX_TIP_TEXT_REQUIRED',
      platform_admin: 'TAX_TIP_TEXT_REQUIRED',
    },
  },
  'tax-tips.change-status': {
    own: () => ({ id: randomUUID(), status: 'published' }),
    expected: {
      ...everybody('FORBIDDEN'),
      ...OUTSIDE,
      organization_admin: 'NOT_FOUND',
      platform_admin: 'NOT_FOUND',
    },
  },
  'profile.read': { own: () => ({}), expected: { ...everybody(200), ...OUTSIDE } },
  // With a wrong current password, and an unknown link: these refusals mean that the caller was let in.
  'profile.change-email': {
    own: () => ({
      newEmail: 'mpya@example.test',
      confirmEmail: 'mpya@example.test',
      currentPassword: 'Sivyo#1',
    }),
    expected: { ...everybody('PASSWORD_CURRENT_INVALID'), ...OUTSIDE },
  },
  'profile.confirm-email': {
    own: () => ({ token: 'nobody-has-this' }),
    expected: { ...everybody('PROFILE_EMAIL_LINK_EXPIRED'), ...OUTSIDE },
  },
  'profile.change-phone': {
    own: () => ({ phone: '754000009' }),
    expected: { ...everybody(200), ...OUTSIDE },
  },
  'devices.list': { own: () => ({}), expected: { ...everybody(200), ...OUTSIDE } },
  'devices.end': {
    // One's own phones only: that of another is as unknown as one that does not exist.
    own: () => ({ deviceId: randomUUID() }),
    expected: { ...everybody(200), ...OUTSIDE },
    foreign: (by, other) =>
      [other, by.own].map(({ phone }) => ({
        what: 'the phone of somebody else, a neighbour or a colleague',
        foreign: { deviceId: phone.deviceId },
        unknown: { deviceId: randomUUID() },
        expected: { ...everybody(200), ...OUTSIDE },
      })),
  },
  'session.read': {
    own: () => ({}),
    expected: { ...everybody(200), disabled_operator: 'USER_DISABLED', signed_out: 'TOKEN_MISSING' },
  },
  'session.choose-language': {
    own: () => ({ language: 'sw' }),
    expected: { ...everybody(200), disabled_operator: 'USER_DISABLED', signed_out: 'TOKEN_MISSING' },
  },
  'sync.ping': { own: () => ({ nonce }), expected: everybody(200) },
  'sync.push': {
    own: aPush,
    expected: COMPANY_WORK,
    foreign: (by, other) => {
      const request = aPush(by)
      const nobody = randomUUID()
      const asCompany = (companyId: string) => ({ ...request, companyId })
      const asUser = (userId: string) => ({ ...request, userId })
      const asBoth = (companyId: string, userId: string) => ({ ...request, companyId, userId })
      const asDevice = (deviceId: string) => ({ ...request, deviceId })
      const expected = WRONG_ACCOUNT
      return [
        {
          what: 'the company',
          foreign: asCompany(other.company.id),
          unknown: asCompany(nobody),
          expected,
        },
        { what: 'the user', foreign: asUser(other.operator.id), unknown: asUser(nobody), expected },
        {
          what: 'the phone',
          foreign: asDevice(other.phone.deviceId),
          unknown: asDevice(nobody),
          // The phone is checked before the company: a user without a company gets the same code.
          expected: {
            ...WRONG_ACCOUNT,
            platform_admin: 'OPERATION_WRONG_ACCOUNT',
            organization_admin: 'OPERATION_WRONG_ACCOUNT',
          },
        },
        {
          what: 'company and user',
          foreign: asBoth(other.company.id, other.operator.id),
          unknown: asBoth(nobody, nobody),
          expected,
        },
      ]
    },
  },
  'sync.pull': {
    own: () => ({ nonce }),
    expected: COMPANY_WORK,
    foreign: () => [
      {
        what: 'a cursor far beyond what the company has',
        foreign: { nonce, cursor: cursorAt(1_000) },
        unknown: { nonce, cursor: cursorAt(2_000) },
        expected: COMPANY_WORK,
      },
    ],
  },
  'sync.digest': {
    own: () => ({ nonce, cursor: cursorAt(0) }),
    expected: COMPANY_WORK,
    foreign: () => [
      {
        what: 'a cursor far beyond what the company has',
        foreign: { nonce, cursor: cursorAt(1_000) },
        unknown: { nonce, cursor: cursorAt(2_000) },
        expected: COMPANY_WORK,
      },
    ],
  },
  'sync.ops': {
    own: (by) => ({ nonce, ids: by.own.opId }),
    expected: COMPANY_WORK,
    foreign: (_, other) => [
      {
        what: 'an operation',
        foreign: { nonce, ids: other.opId },
        unknown: { nonce, ids: randomUUID() },
        expected: COMPANY_WORK,
      },
    ],
  },
  'invoices.find': {
    own: (by) => ({ id: by.own.invoiceId, ...named(by) }),
    expected: COMPANY_READ,
    foreign: (by, other) => [
      ...[other.invoiceId, other.draftId].map((id) => ({
        what: 'an invoice',
        foreign: { id, ...named(by) },
        unknown: { id: randomUUID(), ...named(by) },
        expected: { ...NOTHING_THERE, organization_admin: 'NOT_FOUND' } as const,
      })),
      {
        what: 'an invoice of a company that is named',
        foreign: { id: other.invoiceId, companyId: other.company.id },
        unknown: { id: randomUUID(), companyId: randomUUID() },
        expected: NOT_THEIRS,
      },
    ],
  },
  'invoices.older': {
    own: (by) => ({ beforeSaleAt: '2026-12-31T00:00:00.000Z', ...named(by) }),
    expected: COMPANY_READ,
    foreign: (_, other) => [
      {
        what: 'a company',
        foreign: { beforeSaleAt: '2026-12-31T00:00:00.000Z', companyId: other.company.id },
        unknown: { beforeSaleAt: '2026-12-31T00:00:00.000Z', companyId: randomUUID() },
        expected: NOT_THEIRS,
      },
      {
        what: 'the id of the last invoice seen',
        foreign: { beforeSaleAt: '2026-12-31T00:00:00.000Z', beforeId: other.invoiceId },
        unknown: { beforeSaleAt: '2026-12-31T00:00:00.000Z', beforeId: randomUUID() },
        expected: COMPANY_WORK,
      },
    ],
  },
  'files.send-piece': {
    own: () => chunkInput,
    expected: COMPANY_WORK,
    // A hash names a file of one's own company and of no other: neighbours with the same receipt do not meet.
    foreign: (_, other) => [
      {
        what: 'the hash of a file',
        foreign: { ...chunkInput, bytes: '', sha256: other.file },
        unknown: { ...chunkInput, bytes: '', sha256: 'e'.repeat(64) },
        expected: COMPANY_WORK,
      },
    ],
  },
  'company.choose-logo': {
    own: () => ({ logo: { width: 8, height: 1, dots: 'ff' } }),
    expected: { ...COMPANY_WORK, operator: 'FORBIDDEN', operator_of_blocked_company: 'FORBIDDEN' },
  },
  // A platform admin sees the device status of every company.
  'notifications.settings': { own: () => ({}), expected: COMPANY_WORK },
  'notifications.choose': { own: () => ({ 'z-report-refused': true }), expected: COMPANY_WORK },
  'notifications.register': {
    // An address this server would not send to: who gets as far as hearing that was let in.
    own: (by) => ({
      account: 'a'.repeat(20),
      address: {
        kind: 'web-push',
        endpoint: `https://push.example.test/${by.userId}`,
        keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) },
      },
    }),
    expected: {
      ...COMPANY_WORK,
      company_owner: 'PUSH_ADDRESS_REFUSED',
      operator: 'PUSH_ADDRESS_REFUSED',
      operator_of_blocked_company: 'PUSH_ADDRESS_REFUSED',
    },
  },
  'notifications.unregister': { own: () => ({}), expected: COMPANY_WORK },
  'notifications.read': {
    own: () => ({ after: '0' }),
    expected: COMPANY_WORK,
    foreign: () => [
      {
        what: 'a number far beyond what the company has',
        foreign: { after: '1000' },
        unknown: { after: '2000' },
        expected: COMPANY_WORK,
      },
    ],
  },
}

function cursorAt(changeId: number): string {
  const epoch = '00000000-0000-4000-8000-000000000000'
  return Buffer.from(JSON.stringify([epoch, changeId, changeId])).toString('base64url')
}
