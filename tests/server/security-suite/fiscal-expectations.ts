import { randomUUID } from 'node:crypto'
import type { EndpointName } from '#contract/endpoints.ts'
import type { ActingPerson } from './cast.ts'
import { COMPANY_WORK, type Outcomes, type Row } from './outcomes.ts'

type FiscalEndpoint = Extract<EndpointName, `fiscal.${string}` | `certificates.${string}`>

/** Reading a company: who works in it, and who looks after its organization (spec §6). */
export const COMPANY_READ: Outcomes = { ...COMPANY_WORK, organization_admin: 200 }

/** A caller can neither read another company nor learn whether it exists. */
export const NOT_THEIRS: Outcomes = {
  ...COMPANY_WORK,
  company_owner: 'FORBIDDEN',
  operator: 'FORBIDDEN',
  operator_of_blocked_company: 'FORBIDDEN',
}

/** Those who work in no company name the one they mean. */
export function named(by: ActingPerson): { companyId?: string } {
  const manages = by.name === 'organization_admin' || by.name === 'platform_admin'
  return manages ? { companyId: by.own.company.id } : {}
}

/** What only the owner of a company and the platform may do (spec §6); both get what the row says. */
const OWNER_AND_PLATFORM: Outcomes = {
  ...COMPANY_WORK,
  operator: 'FORBIDDEN',
  operator_of_blocked_company: 'FORBIDDEN',
}

const NO_FILE = { deviceSerial: '98TZ000001', file: '', password: 'siri' }

/** The status of a company at the authority (spec §6), and who may change it. */
export const FISCAL_EXPECTATIONS: { readonly [Name in FiscalEndpoint]: Row<Name> } = {
  'fiscal.status': {
    own: named,
    expected: { ...COMPANY_READ, platform_admin: 200 },
    foreign: (_, other) => [
      {
        what: 'a company',
        foreign: { companyId: other.company.id },
        unknown: { companyId: randomUUID() },
        expected: { ...NOT_THEIRS, platform_admin: 200 },
        noTrespassOf: ['platform_admin'],
      },
    ],
  },
  'fiscal.resume': {
    own: named,
    // The owner and the platform admin (spec §6) are let in and learn that this test server has no authority.
    expected: { ...OWNER_AND_PLATFORM, company_owner: 'UNAVAILABLE', platform_admin: 'UNAVAILABLE' },
    foreign: (_, other) => [
      {
        what: 'a company',
        foreign: { companyId: other.company.id },
        unknown: { companyId: randomUUID() },
        expected: { ...NOT_THEIRS, organization_admin: 'FORBIDDEN', platform_admin: 'UNAVAILABLE' },
        noTrespassOf: ['platform_admin'],
      },
    ],
  },
  'fiscal.device': {
    own: named,
    expected: { ...COMPANY_READ, platform_admin: 200 },
    foreign: (_, other) => [
      {
        what: 'a company',
        foreign: { companyId: other.company.id },
        unknown: { companyId: randomUUID() },
        expected: { ...NOT_THEIRS, organization_admin: 'FORBIDDEN', platform_admin: 200 },
        noTrespassOf: ['platform_admin'],
      },
    ],
  },
  'certificates.upload': {
    // Without a file: who gets as far as hearing that was let in.
    own: (by) => ({ ...NO_FILE, companyId: by.own.company.id }),
    expected: {
      ...OWNER_AND_PLATFORM,
      company_owner: 'CERTIFICATE_FILE_REQUIRED',
      organization_admin: 'CERTIFICATE_FILE_REQUIRED',
      platform_admin: 'CERTIFICATE_FILE_REQUIRED',
    },
    foreign: (_, other) => [
      {
        what: 'a company',
        foreign: { ...NO_FILE, companyId: other.company.id },
        unknown: { ...NO_FILE, companyId: randomUUID() },
        expected: {
          ...NOT_THEIRS,
          organization_admin: 'FORBIDDEN',
          platform_admin: 'CERTIFICATE_FILE_REQUIRED',
        },
        noTrespassOf: ['platform_admin'],
      },
    ],
  },
  'fiscal.register': {
    own: (by) => ({ companyId: by.own.company.id }),
    expected: {
      ...OWNER_AND_PLATFORM,
      company_owner: 'UNAVAILABLE',
      organization_admin: 'UNAVAILABLE',
      platform_admin: 'UNAVAILABLE',
    },
    foreign: (_, other) => [
      {
        what: 'a company',
        foreign: { companyId: other.company.id },
        unknown: { companyId: randomUUID() },
        expected: { ...NOT_THEIRS, organization_admin: 'FORBIDDEN', platform_admin: 'UNAVAILABLE' },
        noTrespassOf: ['platform_admin'],
      },
    ],
  },
  'fiscal.z-reports': {
    own: (by) => ({ from: '2026-11-01', to: '2026-11-30', ...named(by) }),
    expected: COMPANY_READ,
    foreign: (_, other) => [
      {
        what: 'a company',
        foreign: { from: '2026-11-01', to: '2026-11-30', companyId: other.company.id },
        unknown: { from: '2026-11-01', to: '2026-11-30', companyId: randomUUID() },
        expected: NOT_THEIRS,
      },
    ],
  },
}
