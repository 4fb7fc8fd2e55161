import { normalizeTin } from '../identity/tin.ts'
import { isPin } from '../pin/pin-rule.ts'
import { TAX_TYPES } from '../tax/tax-type.ts'
import { oneLine } from '../text/one-line.ts'
import { MAX_USSD_LINES, readAmount, type UssdDraft, type UssdItem } from './ussd-draft.ts'
import {
  type AfterPin,
  CANCEL_REASONS,
  type UssdFacts,
  type UssdPlace,
  type UssdReceipt,
  type UssdState,
  type UssdStep,
} from './ussd-state.ts'

export const PRODUCTS_ON_SCREEN = 4
export const RECEIPTS_ON_SCREEN = 3
/** After so many answers that fit nothing the session ends with help. */
const MAX_MISSES = 3
const BACK = '99'
const LONGEST_NAME = 40

/** The first screen of a session: the code for a number that waits for it, an unfinished sale, or the menu. */
export function openUssd(first: 'code' | 'main' | 'resume', draft: UssdDraft | null = null): UssdState {
  return {
    ...{ place: first, draft, item: null, page: 0, chosen: null, reason: null },
    ...{ misses: 0, afterPin: 'list', triesLeft: null, known: false },
  }
}

/** The products of the page of the item screen. */
export function productsOn<T>(products: readonly T[], page: number): readonly T[] {
  return products.slice(page * PRODUCTS_ON_SCREEN, (page + 1) * PRODUCTS_ON_SCREEN)
}

/** The invoices of the page of the list. */
export function receiptsOn<T>(receipts: readonly T[], page: number): readonly T[] {
  return receipts.slice(page * RECEIPTS_ON_SCREEN, (page + 1) * RECEIPTS_ON_SCREEN)
}

/** The invoice that is shown; absent when it is no longer among the last ones. */
export function chosenReceipt(state: UssdState, facts: Pick<UssdFacts, 'receipts'>): UssdReceipt | undefined {
  return facts.receipts.find(({ id }) => id === state.chosen)
}

/** Whether the SMS of an invoice can be sent again: the first one said that it was issued. */
export function canTextAgain({ status }: UssdReceipt, { sendsSms }: Pick<UssdFacts, 'sendsSms'>): boolean {
  return sendsSms && status === 'issued'
}

type Answer = (state: UssdState, input: string, facts: UssdFacts, newId: () => string) => UssdStep | undefined

function at(state: UssdState, place: UssdPlace, changes: Partial<UssdState> = {}): UssdStep {
  return { kind: 'show', state: { ...state, misses: 0, triesLeft: null, ...changes, place } }
}

function ask(state: UssdState, effect: Extract<UssdStep, { kind: 'effect' }>['effect']): UssdStep {
  return { kind: 'effect', state: { ...state, misses: 0 }, effect }
}

/** The number of a choice, from 0; `undefined` when it is none of so many. */
function choice(input: string, count: number): number | undefined {
  const number = /^[1-9]$/.test(input) ? Number(input) : 0
  return number >= 1 && number <= count ? number - 1 : undefined
}

const BYE: UssdStep = { kind: 'end', end: { end: 'bye' } }
/** Before a sale is dialled that would be refused at its end (tanzania-facts §11, row 29). */
const BLOCKED: UssdStep = { kind: 'end', end: { end: 'blocked' } }

function withPin(state: UssdState, afterPin: AfterPin): UssdStep {
  if (!state.known) return at(state, 'pin', { afterPin })
  return afterPin === 'today' ? ask(state, { do: 'today' }) : at(state, 'list', { page: 0 })
}

function startSale(state: UssdState, newId: () => string): UssdStep {
  return at(state, 'item', { page: 0, draft: { id: newId(), lines: [], payment: null, tin: null } })
}

/** The first step of a sale that has something missing. */
function continueSale(state: UssdState): UssdStep {
  return at(state, (state.draft?.lines.length ?? 0) === 0 ? 'item' : 'more', { page: 0 })
}

function chooseItem(state: UssdState, item: UssdItem): UssdStep {
  return at(state, 'amount', { item })
}

function addLine(state: UssdState, text: string): UssdStep | undefined {
  const amount = readAmount(text)
  if (amount === undefined || state.item === null || state.draft === null) return undefined
  const lines = [...state.draft.lines, { ...state.item, ...amount }]
  return at(state, 'more', { item: null, draft: { ...state.draft, lines } })
}

function choosePayment(
  state: UssdState,
  input: string,
  { payments }: Pick<UssdFacts, 'payments'>,
): UssdStep | undefined {
  const payment = payments[choice(input, payments.length) ?? -1]
  if (payment === undefined || state.draft === null) return undefined
  return at(state, 'tin', { draft: { ...state.draft, payment } })
}

function chooseTin(state: UssdState, input: string): UssdStep | undefined {
  const tin = input === '0' ? null : normalizeTin(input)
  if (tin === undefined || state.draft === null) return undefined
  return at(state, 'confirm', { draft: { ...state.draft, tin } })
}

const ANSWERS: Readonly<Record<UssdPlace, Answer>> = {
  code: (state, input) => {
    if (input === '0') return BYE
    return /^\d{6}$/.test(input) ? ask(state, { do: 'register', code: input }) : undefined
  },
  main: (state, input, { blocked }, newId) => {
    switch (input) {
      case '1':
        if (blocked) return BLOCKED
        return (state.draft?.lines.length ?? 0) > 0 ? at(state, 'resume') : startSale(state, newId)
      case '2':
      case '4':
        return withPin(state, 'list')
      case '3':
        return withPin(state, 'today')
      case '5':
        return ask(state, { do: 'switch-language' })
      case '6':
        return { kind: 'end', end: { end: 'help' } }
      case '0':
        return BYE
      default:
        // The code of a number that sells already: another person has the SIM now, or the PIN is a new one.
        return /^\d{6}$/.test(input) ? ask(state, { do: 'register', code: input }) : undefined
    }
  },
  resume: (state, input, { blocked }, newId) => {
    if (blocked && (input === '1' || input === '2')) return BLOCKED
    if (input === '1') return continueSale(state)
    if (input === '2') return startSale(state, newId)
    return input === '0' ? at(state, 'main') : undefined
  },
  item: (state, input, { products }) => {
    const shown = productsOn(products, state.page)
    const product = shown[choice(input, shown.length) ?? -1]
    if (product) {
      const { id: productId, name, taxType } = product
      return chooseItem(state, { productId, name, taxType })
    }
    if (input === '5') return at(state, 'name')
    const isMore = input === '6' && products.length > (state.page + 1) * PRODUCTS_ON_SCREEN
    if (isMore) return at(state, 'item', { page: state.page + 1 })
    if (input !== BACK) return undefined
    if (state.page > 0) return at(state, 'item', { page: state.page - 1 })
    return (state.draft?.lines.length ?? 0) > 0 ? at(state, 'more') : at(state, 'main', { draft: null })
  },
  name: (state, input, { vatRegistered }) => {
    if (input === BACK) return at(state, 'item')
    const name = oneLine(oneLine(input).slice(0, LONGEST_NAME))
    if (!/\p{L}/u.test(name)) return undefined
    const item = { productId: null, name, taxType: 'standard' as const }
    return vatRegistered ? at(state, 'tax', { item }) : chooseItem(state, item)
  },
  tax: (state, input) => {
    if (input === BACK) return at(state, 'name')
    const taxType = TAX_TYPES[choice(input, TAX_TYPES.length) ?? -1]
    return taxType && state.item ? chooseItem(state, { ...state.item, taxType }) : undefined
  },
  amount: (state, input) => (input === BACK ? at(state, 'item', { item: null }) : addLine(state, input)),
  more: (state, input) => {
    const { draft } = state
    if (draft === null) return at(state, 'main')
    if (input === '1') return at(state, 'pay')
    if (input === '2' && draft.lines.length < MAX_USSD_LINES) return at(state, 'item', { page: 0 })
    if (input !== BACK) return undefined
    return at(state, 'item', { page: 0, draft: { ...draft, lines: draft.lines.slice(0, -1) } })
  },
  pay: (state, input, facts) => (input === BACK ? at(state, 'more') : choosePayment(state, input, facts)),
  tin: (state, input) => (input === BACK ? at(state, 'pay') : chooseTin(state, input)),
  confirm: (state, input) => {
    if (isPin(input)) return ask(state, { do: 'check-pin', pin: input, opens: 'submit' })
    if (input === '2') return ask(state, { do: 'save-draft' })
    return input === '0' ? ask({ ...state, draft: null }, { do: 'drop' }) : undefined
  },
  pin: (state, input) => {
    if (input === '0') return BYE
    return isPin(input) ? ask(state, { do: 'check-pin', pin: input, opens: state.afterPin }) : undefined
  },
  list: (state, input, { receipts }) => {
    const shown = receiptsOn(receipts, state.page)
    const receipt = shown[choice(input, shown.length) ?? -1]
    if (receipt) return at(state, 'detail', { chosen: receipt.id })
    const isMore = input === '9' && receipts.length > (state.page + 1) * RECEIPTS_ON_SCREEN
    if (isMore) return at(state, 'list', { page: state.page + 1 })
    return input === '0' ? at(state, 'main') : undefined
  },
  detail: (state, input, facts) => {
    if (input === BACK) return at(state, 'list')
    const receipt = chosenReceipt(state, facts)
    if (receipt === undefined) return undefined
    if (input === '2' && canTextAgain(receipt, facts))
      return ask(state, { do: 'send-sms', invoiceId: receipt.id })
    return input === '1' && receipt.status !== 'canceled' ? at(state, 'why') : undefined
  },
  why: (state, input) => {
    if (input === BACK) return at(state, 'detail')
    const reason = CANCEL_REASONS[choice(input, CANCEL_REASONS.length) ?? -1]
    return reason && at(state, 'void', { reason })
  },
  void: (state, input) => {
    if (input === '0') return at(state, 'list', { reason: null })
    return isPin(input) ? ask(state, { do: 'check-pin', pin: input, opens: 'cancel' }) : undefined
  },
}

/**
 * The next step after one answer. Pure: what needs the server comes back as an effect. An answer that fits nothing
 * shows the screen again, and the third in a row ends the session with help.
 */
export function answerUssd(state: UssdState, input: string, facts: UssdFacts, newId: () => string): UssdStep {
  const step = ANSWERS[state.place](state, input.trim(), facts, newId)
  if (step) return step
  const misses = state.misses + 1
  if (misses >= MAX_MISSES) return { kind: 'end', end: { end: 'help' } }
  return { kind: 'show', state: { ...state, misses }, wrong: true }
}
