import { randomUUID } from 'node:crypto'
import type { invoicesReportEndpoints } from '#contract/invoices-report-endpoints.ts'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import type { Tenant } from './cast.ts'
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

const days = { from: '2026-01-01' as FiscalDay, to: '2026-12-31' as FiscalDay }

const narrowed = (_: unknown, other: Tenant) => [
  {
    what: 'the invoices of a company',
    foreign: { ...days, companyId: other.company.id },
    unknown: { ...days, companyId: randomUUID() },
    expected: REPORTS,
  },
]

/** The rows of the invoices report. */
export const REPORT_EXPECTATIONS: {
  readonly [Name in keyof typeof invoicesReportEndpoints]: Row<Name>
} = {
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
