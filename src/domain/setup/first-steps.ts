/** What a new user of a company does first, in this order. */
export const FIRST_STEPS = ['tour', 'product', 'sale', 'customer', 'pin'] as const
export type FirstStep = (typeof FIRST_STEPS)[number]

export type FirstStepsDone = Readonly<Record<FirstStep, boolean>>

/**
 * The checklist of the dashboard; `undefined` when it is not shown: the person put it away, or every step is done.
 */
export function firstSteps(
  done: FirstStepsDone,
  isHidden: boolean,
): readonly { readonly step: FirstStep; readonly isDone: boolean }[] | undefined {
  if (isHidden || FIRST_STEPS.every((step) => done[step])) return undefined
  return FIRST_STEPS.map((step) => ({ step, isDone: done[step] }))
}
