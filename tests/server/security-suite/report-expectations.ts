import { randomUUID } from 'node:crypto'
import type { auditEndpoints } from '#contract/audit-endpoints.ts'
import type { drawerEndpoints } from '#contract/drawer-endpoints.ts'
import type { invoicesReportEndpoints } from '#contract/invoices-report-endpoints.ts'
import type { phoneTroubleEndpoints } from '#contract/phone-trouble-endpoints.ts'
import type { receiptEndpoints } from '#contract/receipt-endpoints.ts'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import type { Tenant } from './cast.ts'
import { COMPANY_READ, NOT_THEIRS, named } from './fiscal-expectations.ts'
import { OUTSIDE, type Outcomes, type Row } from './outcomes.ts'

/** The reports of spec §6: organization admins over their companies, an owner over the own. */
export const REPORTS: Outcomes = {
  ...OUTSIDE,
  platform_admin: 'FORBIDDEN',
  organization_admin: 200,
  company_owner: 200,
  operator: 'FORBIDDEN',
  operator_of_blocked_company: 'FORBIDDEN',
}

/** Everybody but operators, each in the own scope; platform admins everywhere. */
const AUDIT: Outcomes = { ...REPORTS, platform_admin: 200 }

const days = { from: '2026-01-01' as FiscalDay, to: '2026-12-31' as FiscalDay }

const narrowed = (_: unknown, other: Tenant) => [
  {
    what: 'the invoices of a company',
    foreign: { ...days, companyId: other.company.id },
    unknown: { ...days, companyId: randomUUID() },
    expected: REPORTS,
  },
]

const REISSUED: Outcomes = { ...REPORTS, company_owner: 'FORBIDDEN' }

/** A company of another organization, and an invoice of one under the own company. */
function receiptTrespasses<Rest extends object>(own: Tenant, other: Tenant, rest: Rest) {
  return [
    {
      what: 'the company of a receipt',
      foreign: { ...rest, companyId: other.company.id, id: other.invoiceId },
      unknown: { ...rest, companyId: randomUUID(), id: other.invoiceId },
      expected: { ...REISSUED, organization_admin: 'FORBIDDEN' as const },
    },
    {
      what: 'a receipt',
      foreign: { ...rest, companyId: own.company.id, id: other.invoiceId },
      unknown: { ...rest, companyId: own.company.id, id: randomUUID() },
      expected: { ...REISSUED, organization_admin: 'NOT_FOUND' as const },
    },
  ]
}

/** The rows of the invoices report, of copies of receipts, and of the audit trail. */
export const REPORT_EXPECTATIONS: {
  readonly [Name in keyof (typeof invoicesReportEndpoints &
    typeof auditEndpoints &
    typeof drawerEndpoints &
    typeof phoneTroubleEndpoints &
    typeof receiptEndpoints)]: Row<Name>
} = {
  'drawers.counts': {
    own: (by) => ({ day: days.to, ...named(by) }),
    expected: COMPANY_READ,
    foreign: (_, other) => [
      {
        what: 'a company',
        foreign: { day: days.to, companyId: other.company.id },
        unknown: { day: days.to, companyId: randomUUID() },
        expected: NOT_THEIRS,
      },
    ],
  },
  'phones.troubles': {
    own: named,
    expected: AUDIT,
    foreign: (_, other) => [
      {
        what: 'the phones of a company',
        foreign: { companyId: other.company.id },
        unknown: { companyId: randomUUID() },
        expected: { ...NOT_THEIRS, organization_admin: 'FORBIDDEN', platform_admin: 200 },
        noTrespassOf: ['platform_admin'],
      },
    ],
  },
  // Searched for, since a platform admin's trail has the neighbours in it too.
  'audit.list': { own: () => ({ ...days, search: 'Mwenyewe' }), expected: AUDIT },
  'audit.export': { own: () => ({ ...days, search: 'Mwenyewe' }), expected: AUDIT },
  'receipts.read': {
    own: ({ own }) => ({ companyId: own.company.id, id: own.invoiceId }),
    expected: REISSUED,
    foreign: ({ own }, other) => receiptTrespasses(own, other, {}),
  },
  'receipts.reissue': {
    own: ({ own }) => ({
      companyId: own.company.id,
      id: own.invoiceId,
      reissueId: randomUUID(),
      reason: 'Imepotea',
    }),
    expected: { ...REISSUED, organization_admin: 'REISSUE_NOT_AT_AUTHORITY' },
    foreign: ({ own }, other) =>
      receiptTrespasses(own, other, { reissueId: randomUUID(), reason: 'Imepotea' }),
  },
  'invoices-report.list': { own: () => days, expected: REPORTS, foreign: narrowed },
  'invoices-report.totals': { own: () => days, expected: REPORTS, foreign: narrowed },
  'invoices-report.export': {
    own: () => days,
    expected: REPORTS,
    foreign: (_, other) => [
      ...narrowed(_, other),
      {
        what: 'the rows after one of another company',
        foreign: { ...days, after: { day: days.to, id: `${other.company.id}.${other.invoiceId}` } },
        unknown: { ...days, after: { day: days.to, id: `${randomUUID()}.${randomUUID()}` } },
        expected: REPORTS,
      },
    ],
  },
}
