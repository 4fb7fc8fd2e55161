import { ZERO_CENTS } from '#domain/money/cents.ts'
import { DEFAULT_SETTINGS } from '#domain/settings/company-settings.ts'
import { ussdEndText } from '#domain/ussd/ussd-ends.ts'
import { ussdScreen } from '#domain/ussd/ussd-screens.ts'
import type { UssdEnd, UssdFacts, UssdState } from '#domain/ussd/ussd-state.ts'
import type { Shown } from './perform-effect.ts'

/** What the screen of the phone shows, and whether it waits for an answer. */
export type DialAnswer = { readonly text: string; readonly goesOn: boolean }

type EndFacts = Pick<UssdFacts, 'dial' | 'helpPhone' | 'guide' | 'sendsSms'>

/** An answer, and what the session keeps for the next request or call. */
export type Outcome = {
  readonly answer: DialAnswer
  readonly state: UssdState | null
  readonly phoneId: string | null
}

/** Before a number is registered no company is known. */
export const NO_COMPANY = {
  language: 'sw' as UssdFacts['language'],
  ...{ company: '', blocked: false, vatRegistered: false },
  ...{ payments: [], products: [], receipts: [], last: null },
  ...{ vatOf: () => ZERO_CENTS, rateOf: () => undefined, isRepeated: () => false },
  dial: DEFAULT_SETTINGS.ussdCode,
}

/** Ends after which the sale goes on at the next call. */
const KEEPS_DRAFT: ReadonlySet<UssdEnd['end']> = new Set([
  ...(['bye', 'help', 'blocked', 'barred', 'failed', 'pin-shut'] as const),
  // Seen or done from the menu, beside the sale.
  ...(['today', 'texted', 'voided'] as const),
])

/** The outcome of a step: a screen, or an end that may keep the sale. */
export function outcomeOf(step: Shown, state: UssdState, facts: UssdFacts, phoneId: string | null): Outcome {
  if (step.kind === 'show') {
    const text = ussdScreen(step.state, facts, step.wrong === true)
    return { answer: { goesOn: true, text }, state: step.state, phoneId }
  }
  return {
    ...endedWith(step.end, facts, phoneId),
    state: KEEPS_DRAFT.has(step.end.end) ? state : null,
  }
}

/** The outcome that ends a call and keeps nothing of it. */
export function endedWith(
  end: UssdEnd,
  facts: EndFacts & Pick<UssdFacts, 'language'>,
  phoneId: string | null,
): Outcome {
  return { answer: { goesOn: false, text: ussdEndText(end, facts.language, facts) }, state: null, phoneId }
}
