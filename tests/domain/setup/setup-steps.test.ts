import { describe, expect, it } from 'vitest'
import { mayOpen } from '#domain/permissions/may-open.ts'
import { routeOf } from '#domain/permissions/routes.ts'
import { type SetupFacts, setupSteps } from '#domain/setup/setup-steps.ts'
import { USER_TYPES, type UserType } from '#domain/users/user.ts'

const NOTHING: SetupFacts = {
  ...{ organization: false, company: false, certificate: false, registration: false },
  ...{ owner: false, operator: false, product: false, receipt: false },
}

function statesOf(userType: UserType, facts: Partial<SetupFacts>): string[] {
  return setupSteps(userType, { ...NOTHING, ...facts }).map(({ name, state }) => `${name}: ${state}`)
}

describe('the way to the first receipt (spec §2, /welcome)', () => {
  it('leads a platform admin from an empty database over organization, company and owner', () => {
    expect(statesOf('platform_admin', {})).toEqual([
      'organization: next',
      'company: later',
      'certificate: later',
      'registration: later',
      'owner: later',
      'receipt: later',
    ])
    expect(statesOf('platform_admin', { organization: true, company: true, owner: true })).toEqual([
      'organization: done',
      'company: done',
      'certificate: next',
      'registration: later',
      'owner: done',
      'receipt: later',
    ])
  })

  it('lets nothing wait for a step that an owner may leave out', () => {
    const facts = { certificate: true, registration: true, product: true }
    expect(statesOf('company_owner', facts)).toEqual([
      'certificate: done',
      'registration: done',
      'product: done',
      'operator: optional',
      'receipt: next',
    ])
  })

  it('is over with the first receipt, whatever was taken away since', () => {
    for (const userType of USER_TYPES) {
      const states = setupSteps(userType, { ...NOTHING, receipt: true }).map(({ state }) => state)
      expect(states.filter((state) => state === 'next' || state === 'later')).toEqual([])
    }
  })

  it('has at most one next step, and leads only to pages that open for the person (spec §6)', () => {
    for (const user_type of USER_TYPES) {
      for (let bits = 0; bits < 256; bits += 1) {
        const names = Object.keys(NOTHING) as (keyof SetupFacts)[]
        const facts = Object.fromEntries(names.map((name, at) => [name, (bits & (1 << at)) !== 0]))
        const steps = setupSteps(user_type, { ...NOTHING, ...facts })
        expect(steps.filter(({ state }) => state === 'next').length).toBe(
          steps.some(({ state }) => state === 'next' || state === 'later') ? 1 : 0,
        )
        for (const { path } of steps) {
          const route = path === null ? undefined : routeOf(path)
          if (path !== null) expect(route && mayOpen({ user_type }, route), path).toBe(true)
        }
      }
    }
  })
})
