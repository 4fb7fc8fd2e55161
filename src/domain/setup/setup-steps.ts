import type { UserType } from '../users/user.ts'

/** What there is already in what a person looks after: everything, an organization, or one company. */
export type SetupFacts = {
  readonly organization: boolean
  readonly company: boolean
  /** A certificate was uploaded, used or not. */
  readonly certificate: boolean
  /** A device is registered at the authority. */
  readonly registration: boolean
  readonly owner: boolean
  readonly operator: boolean
  readonly product: boolean
  /** A receipt was issued. */
  readonly receipt: boolean
}
export type SetupStepName = keyof SetupFacts

export type SetupStep = {
  readonly name: SetupStepName
  /** `next` is the one to do now; at most one step is. `optional` holds up nothing. */
  readonly state: 'done' | 'next' | 'later' | 'optional'
  /** The screen where it is done; `null` when another person does it. */
  readonly path: SetupPath | null
}
export type SetupPath =
  | '/organizations'
  | '/companies'
  | '/users'
  | '/company'
  | '/operator'
  | '/products'
  | '/new-invoice'

type Plan = readonly {
  readonly name: SetupStepName
  readonly path: SetupPath | null
  readonly optional?: true
}[]

const COMPANY_STEPS: Plan = [
  { name: 'company', path: '/companies' },
  { name: 'certificate', path: '/companies' },
  { name: 'registration', path: '/companies' },
  { name: 'owner', path: '/users' },
  // An administrator sells nothing (spec §6): the company does.
  { name: 'receipt', path: null },
]

/** The way to the first receipt of each kind of account, in order (spec §6 says who may do what). */
const PLANS: Readonly<Record<UserType, Plan>> = {
  platform_admin: [{ name: 'organization', path: '/organizations' }, ...COMPANY_STEPS],
  organization_admin: COMPANY_STEPS,
  company_owner: [
    { name: 'certificate', path: '/company' },
    { name: 'registration', path: '/company' },
    { name: 'product', path: '/products' },
    { name: 'operator', path: '/operator', optional: true },
    { name: 'receipt', path: '/new-invoice' },
  ],
  operator: [
    { name: 'registration', path: null },
    { name: 'product', path: '/products' },
    { name: 'receipt', path: '/new-invoice' },
  ],
}

/**
 * The steps of a person up to the first receipt: what is done, what is next, what comes later. A receipt proves that
 * everything before it was done, whatever was taken away since.
 */
export function setupSteps(userType: UserType, facts: SetupFacts): readonly SetupStep[] {
  const plan = PLANS[userType]
  const isDone = (name: SetupStepName, optional?: true) => facts[name] || (facts.receipt && !optional)
  const next = plan.find(({ name, optional }) => !optional && !isDone(name))
  return plan.map((step) => {
    const { name, path, optional } = step
    if (isDone(name, optional)) return { name, path, state: 'done' }
    if (optional) return { name, path, state: 'optional' }
    return { name, path, state: step === next ? 'next' : 'later' }
  })
}
