import { randomUUID } from 'node:crypto'
import type { EndpointInput, EndpointName } from '#contract/endpoints.ts'
import type { ActingPerson, Tenant } from './cast.ts'
import { COMPANY_WORK, type Outcomes, type Row, type Trespass } from './outcomes.ts'

type UserEndpoint = Extract<EndpointName, `users.${string}`>

/** Managing accounts below one's own (spec §6): owners, organization admins, platform admins. */
const MANAGES: Outcomes = {
  ...COMPANY_WORK,
  platform_admin: 200,
  organization_admin: 200,
  operator: 'FORBIDDEN',
  operator_of_blocked_company: 'FORBIDDEN',
}

/** An account that the manager may not see: the answer does not show whether it exists. */
const NOT_MANAGED: Outcomes = {
  ...MANAGES,
  platform_admin: 'NOT_FOUND',
  organization_admin: 'NOT_FOUND',
  company_owner: 'NOT_FOUND',
}

/** Operators see their own account only. */
const SEES: Outcomes = { ...MANAGES, operator: 'NOT_FOUND', operator_of_blocked_company: 'NOT_FOUND' }
const NOT_SEEN: Outcomes = {
  ...NOT_MANAGED,
  operator: 'NOT_FOUND',
  operator_of_blocked_company: 'NOT_FOUND',
}

const WRONG_TENANT: Outcomes = {
  ...MANAGES,
  platform_admin: 'USER_COMPANY_REQUIRED',
  organization_admin: 'USER_COMPANY_REQUIRED',
  company_owner: 'USER_COMPANY_REQUIRED',
}

const NO_RIGHTS = { refund: false, cancel: false, maxDiscount: 0 }

function newOperator(by: ActingPerson): EndpointInput<'users.create'> {
  const name = `mpya-${randomUUID()}`
  return {
    ...{ firstName: 'Zawadi', lastName: 'Mfano', username: name, email: `${name}@example.test` },
    ...{ mobile: '754000009', userType: 'operator' },
    organizationId: by.own.company.organization_id,
    companyId: by.own.company.id,
  }
}

function change(id: string): EndpointInput<'users.change'> {
  const email = `badili-${id}@example.test`
  return { id, firstName: 'Zawadi', lastName: 'Mfano', email, mobile: '754000009' }
}

/** The account of a neighbour. A platform admin manages every account: only an unknown one is none of theirs. */
function otherAccount<Name extends UserEndpoint>(
  inputOf: (id: string) => EndpointInput<Name>,
  expected: Outcomes,
) {
  return (by: ActingPerson, other: Tenant): readonly Trespass<Name>[] => [
    {
      what: 'an account',
      foreign: inputOf(by.name === 'platform_admin' ? randomUUID() : other.colleague.id),
      unknown: inputOf(randomUUID()),
      expected,
    },
  ]
}

/** The rows of the calls about accounts of others. */
export const USER_EXPECTATIONS: { readonly [Name in UserEndpoint]: Row<Name> } = {
  'users.list': {
    // Narrowed down, since a platform admin's list has the neighbours in it too.
    own: (by) => ({ companyId: by.own.company.id }),
    expected: { ...SEES, operator: 200, operator_of_blocked_company: 200 },
    foreign: (by, other) => [
      {
        what: 'the company the list is narrowed down to',
        foreign: { companyId: by.name === 'platform_admin' ? randomUUID() : other.company.id },
        unknown: { companyId: randomUUID() },
        expected: { ...SEES, operator: 200, operator_of_blocked_company: 200 },
      },
    ],
  },
  'users.find': {
    own: (by) => ({ id: by.own.colleague.id }),
    expected: SEES,
    foreign: otherAccount((id) => ({ id }), NOT_SEEN),
  },
  'users.create': {
    own: newOperator,
    expected: MANAGES,
    foreign: (by, other) => [
      {
        what: 'a company',
        foreign: { ...newOperator(by), companyId: other.company.id },
        unknown: { ...newOperator(by), companyId: randomUUID() },
        expected: WRONG_TENANT,
      },
      {
        what: 'an organization',
        foreign: { ...newOperator(by), organizationId: other.company.organization_id },
        unknown: { ...newOperator(by), organizationId: randomUUID() },
        expected: WRONG_TENANT,
      },
    ],
  },
  'users.change': {
    own: (by) => change(by.own.colleague.id),
    expected: MANAGES,
    foreign: otherAccount(change, NOT_MANAGED),
  },
  'users.change-status': {
    own: (by) => ({ id: by.own.colleague.id, status: 'inactive' }),
    expected: MANAGES,
    foreign: otherAccount((id) => ({ id, status: 'inactive' }), NOT_MANAGED),
  },
  'users.choose-rights': {
    own: (by) => ({ id: by.own.colleague.id, rights: NO_RIGHTS }),
    expected: MANAGES,
    foreign: otherAccount((id) => ({ id, rights: NO_RIGHTS }), NOT_MANAGED),
  },
  'users.reset-password': {
    own: (by) => ({ id: by.own.colleague.id }),
    expected: MANAGES,
    foreign: otherAccount((id) => ({ id }), NOT_MANAGED),
  },
  'users.reset-second-factor': {
    own: (by) => ({ id: by.own.colleague.id }),
    expected: MANAGES,
    foreign: otherAccount((id) => ({ id }), NOT_MANAGED),
  },
}
