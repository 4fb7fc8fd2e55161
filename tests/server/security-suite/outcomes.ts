import type { EndpointInput, EndpointName } from '#contract/endpoints.ts'
import type { ErrorCode } from '#contract/error-codes.ts'
import type { ActingPerson, ActorName, Tenant } from './cast.ts'

/** 200, or the code of the refusal. */
export type Outcome = 200 | ErrorCode

/** A foreign value in a request, and the same request with an unknown value: their answers must be equal. */
export type Trespass<Name extends EndpointName> = {
  readonly what: string
  readonly foreign: EndpointInput<Name>
  readonly unknown: EndpointInput<Name>
  readonly expected: Outcomes
  /**
   * Callers who may see this of every company: they get the expected answer, and another one for an unknown
   * company.
   */
  readonly noTrespassOf?: readonly ActorName[]
}

/** What each kind of person gets. */
export type Outcomes = Readonly<Record<ActorName, Outcome>>

export type Row<Name extends EndpointName> = {
  /** A request about the person's own company. */
  readonly own: (by: ActingPerson) => EndpointInput<Name>
  readonly expected: Outcomes
  /** Requests that name something of another company. */
  readonly foreign?: (by: ActingPerson, other: Tenant) => readonly Trespass<Name>[]
}

/** Those who may not come in anywhere behind the login, unless the row says otherwise. */
export const OUTSIDE = {
  disabled_operator: 'USER_DISABLED',
  must_change_password: 'PASSWORD_CHANGE_REQUIRED',
  signed_out: 'TOKEN_MISSING',
} as const

/** Work inside a company (spec §6: operators and owners; admins use other endpoints). */
export const COMPANY_WORK: Outcomes = {
  ...OUTSIDE,
  platform_admin: 'FORBIDDEN',
  organization_admin: 'FORBIDDEN',
  company_owner: 200,
  operator: 200,
  operator_of_blocked_company: 200,
}

/** A record that does not exist: only callers who could see one get this answer. */
export const NOTHING_THERE: Outcomes = {
  ...COMPANY_WORK,
  company_owner: 'NOT_FOUND',
  operator: 'NOT_FOUND',
  operator_of_blocked_company: 'NOT_FOUND',
}

export function everybody(outcome: Outcome): Outcomes {
  return {
    platform_admin: outcome,
    organization_admin: outcome,
    company_owner: outcome,
    operator: outcome,
    disabled_operator: outcome,
    operator_of_blocked_company: outcome,
    must_change_password: outcome,
    signed_out: outcome,
  }
}
