import type { secondFactorEndpoints } from '#contract/second-factor-endpoints.ts'
import { TEST_PASSWORD } from '#tests/support/tenants.ts'
import { COMPANY_WORK, type Outcomes, type Row } from './outcomes.ts'

/** Everybody who looks after others; operators have none. */
const OWN: Outcomes = {
  ...COMPANY_WORK,
  platform_admin: 200,
  organization_admin: 200,
  operator: 'FORBIDDEN',
  operator_of_blocked_company: 'FORBIDDEN',
}

type OwnEndpoint = Exclude<keyof typeof secondFactorEndpoints, 'users.reset-second-factor'>

/** The second factor of the own account: the token alone decides whose it is. */
export const SECOND_FACTOR_EXPECTATIONS: { readonly [Name in OwnEndpoint]: Row<Name> } = {
  'second-factor.read': { own: () => ({}), expected: OWN },
  'second-factor.begin': { own: () => ({ currentPassword: TEST_PASSWORD }), expected: OWN },
  'second-factor.confirm': {
    own: () => ({ code: 'no code' }),
    expected: {
      ...OWN,
      platform_admin: 'SECOND_FACTOR_INVALID',
      organization_admin: 'SECOND_FACTOR_INVALID',
      company_owner: 'SECOND_FACTOR_INVALID',
    },
  },
  'second-factor.end': { own: () => ({ currentPassword: TEST_PASSWORD, code: '000000' }), expected: OWN },
}
