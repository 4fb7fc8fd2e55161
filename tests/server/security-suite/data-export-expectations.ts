import { randomUUID } from 'node:crypto'
import type { dataExportEndpoints } from '#contract/data-export-endpoints.ts'
import type { Tenant } from './cast.ts'
import { NOT_THEIRS, named } from './fiscal-expectations.ts'
import { COMPANY_WORK, type Outcomes, type Row } from './outcomes.ts'

/** The owner and the organization admin take the data out (spec §6); the others do not. */
const EXPORTS: Outcomes = {
  ...COMPANY_WORK,
  organization_admin: 200,
  operator: 'FORBIDDEN',
  operator_of_blocked_company: 'FORBIDDEN',
}
const FOREIGN: Outcomes = { ...NOT_THEIRS, organization_admin: 'FORBIDDEN', platform_admin: 'FORBIDDEN' }

function ofAnotherCompany(other: Tenant) {
  const [foreign, unknown] = [{ companyId: other.company.id }, { companyId: randomUUID() }]
  return [{ what: 'a company', foreign, unknown, expected: FOREIGN }]
}

const NONE: Outcomes = { ...EXPORTS, company_owner: 'NOT_FOUND', organization_admin: 'NOT_FOUND' }

/** The export of all of a company's data. */
export const DATA_EXPORT_EXPECTATIONS: { readonly [Name in keyof typeof dataExportEndpoints]: Row<Name> } = {
  'data-export.read': {
    own: named,
    expected: EXPORTS,
    foreign: (_, other) => ofAnotherCompany(other),
  },
  'data-export.start': {
    own: named,
    expected: EXPORTS,
    foreign: (_, other) => ofAnotherCompany(other),
  },
  'data-export.link': {
    own: (by) => ({ id: randomUUID(), ...named(by) }),
    expected: NONE,
    foreign: (_, other) => {
      const id = randomUUID()
      return [
        {
          what: 'a company',
          foreign: { id, companyId: other.company.id },
          unknown: { id, companyId: randomUUID() },
          expected: FOREIGN,
        },
      ]
    },
  },
}
