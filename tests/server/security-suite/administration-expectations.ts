import { randomInt, randomUUID } from 'node:crypto'
import type { administrationEndpoints } from '#contract/administration-endpoints.ts'
import type { EndpointInput } from '#contract/endpoints.ts'
import type { subscriptionEndpoints } from '#contract/subscription-endpoints.ts'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import { DEFAULT_SETTINGS } from '#domain/settings/company-settings.ts'
import { COMPANY_WORK, NOTHING_THERE, OUTSIDE, type Outcomes, type Row } from './outcomes.ts'

/** Administration (spec §6): platform admins everywhere, organization admins in their own organization. */
const ADMINISTRATION: Outcomes = {
  ...OUTSIDE,
  platform_admin: 200,
  organization_admin: 200,
  company_owner: 'FORBIDDEN',
  operator: 'FORBIDDEN',
  operator_of_blocked_company: 'FORBIDDEN',
}
/** The same about what is not of the own organization: a platform admin has none of its own. */
const NOT_ADMINISTERED: Outcomes = { ...ADMINISTRATION, organization_admin: 'NOT_FOUND' }
const PLATFORM_ONLY: Outcomes = { ...ADMINISTRATION, organization_admin: 'FORBIDDEN' }

function aCompanyForm(organizationId: string): EndpointInput<'companies.save'>['fields'] {
  return {
    organizationId,
    name: 'Duka Jipya',
    tin: String(randomInt(100_000_000, 1_000_000_000)),
    vrn: '',
    email: 'duka@example.test',
    phone: '700000101',
    address: 'Kariakoo',
    serial: '99TZ000099',
  }
}

const anOrganizationForm: EndpointInput<'organizations.save'>['fields'] = {
  name: 'Shirika Jipya',
  ownerName: 'Neema Mfano',
  ownerPhone: '700000101',
  ownerEmail: 'neema@example.test',
}

const aPayment: Pick<EndpointInput<'subscription.record-payment'>, 'fields'> = {
  fields: {
    day: '2026-01-15',
    years: 1,
    installation: false,
    amount: 6_962_000,
    type: 'cash',
    reference: '',
    receiptNumber: '',
  },
}
const noPayment = { fields: { ...aPayment.fields, years: 0 } }

/** The rows of administration: organizations, companies, and what these paid. */
export const ADMINISTRATION_EXPECTATIONS: {
  readonly [Name in keyof typeof administrationEndpoints | keyof typeof subscriptionEndpoints]: Row<Name>
} = {
  // Searched for, since a platform admin's list has the neighbours in it too.
  'organizations.list': { own: () => ({ search: 'Mwenyewe' }), expected: ADMINISTRATION },
  'organizations.find': {
    own: (by) => ({ id: by.own.company.organization_id }),
    expected: ADMINISTRATION,
    foreign: (_, other) => [
      {
        what: 'an organization',
        foreign: { id: other.company.organization_id },
        unknown: { id: randomUUID() },
        expected: NOT_ADMINISTERED,
        noTrespassOf: ['platform_admin'],
      },
    ],
  },
  'organizations.save': {
    own: () => ({ id: randomUUID(), base: null, fields: anOrganizationForm }),
    expected: PLATFORM_ONLY,
    foreign: (_, other) => [
      {
        what: 'an organization that is changed',
        foreign: {
          id: other.company.organization_id,
          base: anOrganizationForm,
          fields: anOrganizationForm,
        },
        unknown: { id: randomUUID(), base: anOrganizationForm, fields: anOrganizationForm },
        expected: NOT_ADMINISTERED,
        noTrespassOf: ['platform_admin'],
      },
    ],
  },
  'organizations.set-enabled': {
    own: (by) => ({ id: by.own.company.organization_id, enabled: true }),
    expected: PLATFORM_ONLY,
    foreign: (_, other) => [
      {
        what: 'an organization',
        foreign: { id: other.company.organization_id, enabled: true },
        unknown: { id: randomUUID(), enabled: true },
        expected: PLATFORM_ONLY,
        noTrespassOf: ['platform_admin'],
      },
    ],
  },
  'companies.list': {
    own: (by) => ({ search: by.own.company.tin }),
    expected: ADMINISTRATION,
    foreign: (_, other) => [
      {
        what: 'the organization the list is narrowed down to',
        foreign: { organizationId: other.company.organization_id },
        unknown: { organizationId: randomUUID() },
        expected: ADMINISTRATION,
        noTrespassOf: ['platform_admin'],
      },
    ],
  },
  'companies.find': {
    own: (by) => ({ id: by.own.company.id }),
    expected: { ...COMPANY_WORK, platform_admin: 200, organization_admin: 200 },
    foreign: (_, other) => [
      {
        what: 'a company',
        foreign: { id: other.company.id },
        unknown: { id: randomUUID() },
        expected: { ...NOTHING_THERE, platform_admin: 200, organization_admin: 'NOT_FOUND' },
        noTrespassOf: ['platform_admin'],
      },
    ],
  },
  'companies.save': {
    own: (by) => ({ id: randomUUID(), base: null, fields: aCompanyForm(by.own.company.organization_id) }),
    expected: ADMINISTRATION,
    foreign: (by, other) => {
      const form = aCompanyForm(by.own.company.organization_id)
      const elsewhere = (organizationId: string) => ({
        id: randomUUID(),
        base: null,
        fields: { ...form, organizationId },
      })
      const changed = (id: string) => ({ id, base: form, fields: form })
      const organizationRefused = { ...ADMINISTRATION, organization_admin: 'COMPANY_ORGANIZATION_REQUIRED' }
      return [
        {
          what: 'a company that is changed',
          foreign: changed(other.company.id),
          unknown: changed(randomUUID()),
          expected: NOT_ADMINISTERED,
          noTrespassOf: ['platform_admin'],
        },
        {
          what: 'a company that is created under an id that is taken',
          foreign: { ...changed(other.company.id), base: null },
          unknown: changed(randomUUID()),
          // Taken for a form that was corrected and sent again: what the authority registered stays.
          expected: { ...NOT_ADMINISTERED, platform_admin: 'COMPANY_REGISTERED_FIXED' },
          noTrespassOf: ['platform_admin'],
        },
        {
          what: 'the organization of a new company',
          foreign: elsewhere(other.company.organization_id),
          unknown: elsewhere(randomUUID()),
          expected: organizationRefused as Outcomes,
          noTrespassOf: ['platform_admin'],
        },
      ]
    },
  },
  'subscription.read': {
    own: (by) => ({ companyId: by.own.company.id }),
    expected: { ...COMPANY_WORK, platform_admin: 200, organization_admin: 200 },
    foreign: (_, other) => [
      {
        what: 'the payments of a company',
        foreign: { companyId: other.company.id },
        unknown: { companyId: randomUUID() },
        expected: { ...NOTHING_THERE, platform_admin: 200, organization_admin: 'NOT_FOUND' },
        noTrespassOf: ['platform_admin'],
      },
    ],
  },
  'subscription.record-payment': {
    own: (by) => ({ ...aPayment, id: randomUUID(), companyId: by.own.company.id }),
    expected: PLATFORM_ONLY,
    foreign: (_, other) => [
      {
        what: 'a company',
        // Refused for its content: the platform may record there, and no row of the other company may change.
        foreign: { ...noPayment, id: randomUUID(), companyId: other.company.id },
        unknown: { ...noPayment, id: randomUUID(), companyId: randomUUID() },
        expected: { ...PLATFORM_ONLY, platform_admin: 'SUBSCRIPTION_NOTHING_BOUGHT' },
        noTrespassOf: ['platform_admin'],
      },
    ],
  },
  'subscription.cancel-payment': {
    own: (by) => ({ id: randomUUID(), companyId: by.own.company.id }),
    expected: { ...PLATFORM_ONLY, platform_admin: 'NOT_FOUND' },
    foreign: (_, other) => [
      {
        what: 'a company',
        foreign: { id: randomUUID(), companyId: other.company.id },
        unknown: { id: randomUUID(), companyId: randomUUID() },
        expected: { ...PLATFORM_ONLY, platform_admin: 'NOT_FOUND' },
      },
    ],
  },
  'companies.choose-readings': {
    own: (by) => ({ id: by.own.company.id, settings: DEFAULT_SETTINGS }),
    expected: PLATFORM_ONLY,
    foreign: (_, other) => [
      {
        what: 'a company',
        foreign: { id: other.company.id, settings: DEFAULT_SETTINGS },
        unknown: { id: randomUUID(), settings: DEFAULT_SETTINGS },
        expected: PLATFORM_ONLY,
        noTrespassOf: ['platform_admin'],
      },
    ],
  },
  'rates.list': { own: () => ({}), expected: PLATFORM_ONLY },
  'rates.plan': {
    own: () => ({ taxType: 'standard', validFrom: '2027-01-01' as FiscalDay, rate: null }),
    expected: PLATFORM_ONLY,
  },
  'company.configure': {
    own: ({ own: { company } }) => ({
      email: company.email,
      phone: company.phone,
      address: company.address,
      receiptSecondLine: '',
      receiptFooter: '',
      paymentTypes: ['cash'],
    }),
    expected: {
      ...COMPANY_WORK,
      operator: 'FORBIDDEN',
      operator_of_blocked_company: 'FORBIDDEN',
    },
  },
  'companies.set-enabled': {
    own: (by) => ({ id: by.own.company.id, enabled: true }),
    expected: ADMINISTRATION,
    foreign: (_, other) => [
      {
        what: 'a company',
        foreign: { id: other.company.id, enabled: true },
        unknown: { id: randomUUID(), enabled: true },
        expected: NOT_ADMINISTERED,
        noTrespassOf: ['platform_admin'],
      },
    ],
  },
}
