import { PAYMENT_TYPES } from '#domain/invoices/invoice.ts'
import { toCents, ZERO_CENTS } from '#domain/money/cents.ts'
import { draftTotal } from '#domain/ussd/ussd-draft.ts'
import { ussdEndText } from '#domain/ussd/ussd-ends.ts'
import { answerUssd, chosenReceipt, openUssd } from '#domain/ussd/ussd-machine.ts'
import { ussdScreen } from '#domain/ussd/ussd-screens.ts'
import type {
  UssdEnd,
  UssdFacts,
  UssdLanguage,
  UssdReceipt,
  UssdState,
  UssdStep,
} from '#domain/ussd/ussd-state.ts'

/** A call of the example shop: what its screen shows; without a state it has ended. */
export type ExampleCall = {
  readonly text: string
  readonly state: UssdState | undefined
  readonly language: UssdLanguage
}

const DAY = '01-12-2026'
const RECEIPTS: readonly UssdReceipt[] = [
  {
    ...{ id: 'second', code: 'ABC1232', total: toCents(750_000), day: DAY, time: '10:42' },
    status: 'submitted',
  },
  { ...{ id: 'first', code: 'ABC1231', total: toCents(320_000), day: DAY, time: '09:15' }, status: 'issued' },
]
const TODAY = {
  ...{ day: DAY, count: RECEIPTS.length, total: toCents(1_070_000), vat: ZERO_CENTS },
  ...{ waiting: 1, canceled: 0 },
}

function factsOf(language: UssdLanguage, dial: string): UssdFacts {
  return {
    ...{ language, company: 'Duka la Mfano', blocked: false, vatRegistered: false },
    products: [
      { id: 'sugar', name: 'Sukari', taxType: 'standard' },
      { id: 'rice', name: 'Mchele', taxType: 'standard' },
    ],
    payments: [...PAYMENT_TYPES, null],
    ...{ receipts: RECEIPTS, last: null },
    ...{ vatOf: () => ZERO_CENTS, rateOf: () => undefined, isRepeated: () => false, sendsSms: true },
    ...{ dial, helpPhone: '-', guide: '/ussd' },
  }
}

/** What the server would answer: nothing is sent, and any PIN is right. */
function shownFor({ state, effect }: Extract<UssdStep, { kind: 'effect' }>): UssdEnd | UssdState {
  switch (effect.do) {
    case 'register':
      return { end: 'registered' }
    case 'send-sms':
      return { end: 'texted' }
    case 'save-draft':
      return { end: 'draft' }
    case 'drop':
      return { end: 'dropped' }
    case 'switch-language':
      return state
    case 'today':
      return { end: 'today', today: TODAY }
    default:
      break
  }
  switch (effect.opens) {
    case 'list':
      return { ...state, place: 'list', page: 0, known: true }
    case 'today':
      return { end: 'today', today: TODAY }
    case 'cancel':
      return { end: 'voided', code: chosenReceipt(state, { receipts: RECEIPTS })?.code ?? '' }
    case 'submit':
      return state.draft === null
        ? openUssd('main')
        : { end: 'done', code: 'ABC1233', total: draftTotal(state.draft) }
    default:
      return effect.opens satisfies never
  }
}

/** Dials the example shop. */
export function openExample(language: UssdLanguage, dial: string): ExampleCall {
  const state = openUssd('main')
  return { text: ussdScreen(state, factsOf(language, dial)), state, language }
}

/** The next screen after an answer, by the same rules as on the phone. */
export function answerExample(call: ExampleCall, input: string, dial: string): ExampleCall {
  if (call.state === undefined) return call
  const step = answerUssd(call.state, input, factsOf(call.language, dial), () => 'example')
  const other = call.language === 'sw' ? 'en' : 'sw'
  const switches = step.kind === 'effect' && step.effect.do === 'switch-language'
  const language = switches ? other : call.language
  const facts = factsOf(language, dial)
  const next = step.kind === 'show' ? step.state : step.kind === 'end' ? step.end : shownFor(step)
  if ('end' in next) return { text: ussdEndText(next, language, facts), state: undefined, language }
  const isWrong = step.kind === 'show' && step.wrong === true
  return { text: ussdScreen(next, facts, isWrong), state: next, language }
}
