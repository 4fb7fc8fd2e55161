import { describe, expect, it } from 'vitest'
import { FIRST_STEPS, type FirstStepsDone, firstSteps } from '#domain/setup/first-steps.ts'

const NOTHING: FirstStepsDone = { tour: false, product: false, sale: false, customer: false, pin: false }

describe('the first steps on the dashboard', () => {
  it('lists every step with whether it is done', () => {
    const steps = firstSteps({ ...NOTHING, sale: true }, false)
    expect(steps?.map(({ step }) => step)).toEqual(FIRST_STEPS)
    expect(steps?.filter(({ isDone }) => isDone)).toEqual([{ step: 'sale', isDone: true }])
  })
  it('is not shown once every step is done or the person put it away', () => {
    const all = { tour: true, product: true, sale: true, customer: true, pin: true }
    expect(firstSteps(all, false)).toBeUndefined()
    expect(firstSteps(NOTHING, true)).toBeUndefined()
  })
})
