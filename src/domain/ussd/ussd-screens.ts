import { type BasisPoints, percentText } from '../money/basis-points.ts'
import type { Cents } from '../money/cents.ts'
import { TAX_TYPES } from '../tax/tax-type.ts'
import { shortGsm } from './gsm-text.ts'
import { draftTotal, MAX_USSD_LINES } from './ussd-draft.ts'
import {
  canTextAgain,
  chosenReceipt,
  PRODUCTS_ON_SCREEN,
  productsOn,
  RECEIPTS_ON_SCREEN,
  receiptsOn,
} from './ussd-machine.ts'
import {
  CANCEL_REASONS,
  type UssdFacts,
  type UssdPlace,
  type UssdReceipt,
  type UssdState,
} from './ussd-state.ts'
import { USSD_WORDS, type UssdWords } from './ussd-words.ts'

const NAME = 16
const COMPANY = 20
/** As much of a receipt code as a screen shows. */
export const CODE_LENGTH = 18

/** Whole shillings with commas, as the screens show them; cents are left out. */
export function shillings(amount: Cents): string {
  return String(Math.round(amount / 100)).replace(/\B(?=(\d{3})+$)/g, ',')
}

function numbered(choices: readonly string[]): string[] {
  return choices.map((text, index) => `${index + 1}. ${text}`)
}

type Draw = (state: UssdState, facts: UssdFacts, words: UssdWords, sw: boolean) => readonly string[]

const draftOf = ({ draft }: UssdState) => draft ?? { id: '', lines: [], payment: null, tin: null }

/** What a sale is called in one line: its first item, and a plus where there are more. */
function itemsText(state: UssdState): string {
  const { lines } = draftOf(state)
  return shortGsm(lines[0]?.name ?? '', NAME) + (lines.length > 1 ? ` +${lines.length - 1}` : '')
}

function pinLines(state: UssdState, sw: boolean): string[] {
  const { triesLeft } = state
  if (triesLeft === null) return [sw ? 'Weka namba yako ya siri (PIN)' : 'Enter your PIN']
  return sw
    ? [`PIN si sahihi. Majaribio yaliyobaki: ${triesLeft}`, 'Weka PIN']
    : [`Wrong PIN. Tries left: ${triesLeft}`, 'Enter PIN']
}

function receiptLine({ time, total, status }: UssdReceipt, words: UssdWords): string {
  return `${time} ${shillings(total)} ${words.statuses[status]}`
}

/** The rate behind a tax type; types without tax say so by their name. */
function rateText(rate: BasisPoints | undefined): string {
  return rate === undefined || rate === 0 ? '' : ` ${percentText(rate)}%`
}

const MENU = {
  sw: ['Ankara mpya', 'Ankara zangu', 'Mauzo ya leo', 'Batilisha ankara', 'English', 'Msaada'],
  en: ['New invoice', 'My invoices', "Today's sales", 'Cancel an invoice', 'Kiswahili', 'Help'],
}

const DRAW: Readonly<Record<UssdPlace, Draw>> = {
  code: (_state, _facts, words, sw) => [
    sw
      ? 'Karibu Risiti. Namba hii inasubiri usajili.'
      : 'Welcome to Risiti. This number is to be registered.',
    sw ? 'Weka msimbo wa tarakimu 6 (Risiti > USSD)' : 'Enter the 6-digit code (Risiti > USSD)',
    words.exit,
  ],
  main: (_state, { company, language, last }, words) => [
    // There is no room for both.
    last === null
      ? shortGsm(company, COMPANY)
      : `${words.last}: ${shortGsm(last.code, CODE_LENGTH)}, Tsh ${shillings(last.total)}`,
    ...numbered(MENU[language]),
    words.exit,
  ],
  resume: (state, _facts, words, sw) => [
    `${sw ? 'Una ankara isiyokamilika' : 'You have an unfinished invoice'}, Tsh ${shillings(draftTotal(draftOf(state)))}`,
    ...numbered(sw ? ['Endelea', 'Anza upya'] : ['Continue', 'Start again']),
    words.menu,
  ],
  item: ({ page }, { products }, words, sw) => [
    sw ? 'Bidhaa' : 'Item',
    ...numbered(productsOn(products, page).map(({ name }) => shortGsm(name, NAME))),
    `5. ${sw ? 'Nyingine' : 'Other'}`,
    ...(products.length > (page + 1) * PRODUCTS_ON_SCREEN ? [`6. ${sw ? 'Zaidi' : 'More'}`] : []),
    words.back,
  ],
  name: (_state, _facts, words, sw) => [
    sw ? 'Jina la bidhaa au huduma' : 'Name of the item or service',
    words.back,
  ],
  amount: ({ item }, { vatRegistered }, words, sw) => [
    shortGsm(item?.name ?? '', NAME),
    [
      sw ? 'Kiasi kwa Tsh' : 'Amount in Tsh',
      ...(vatRegistered ? [sw ? 'pamoja na VAT' : 'VAT included'] : []),
    ].join(', ') + (sw ? ' (au 3x2500)' : ' (or 3x2500)'),
    words.back,
  ],
  tax: (_state, { rateOf }, words, sw) => [
    sw ? 'Aina ya kodi' : 'Tax type',
    ...numbered(TAX_TYPES.map((type) => words.taxes[type] + rateText(rateOf(type)))),
    words.back,
  ],
  more: (state, _facts, words, sw) => {
    const canAdd = draftOf(state).lines.length < MAX_USSD_LINES
    return [
      `${sw ? 'Jumla' : 'Total'} Tsh ${shillings(draftTotal(draftOf(state)))}`,
      `1. ${sw ? 'Endelea' : 'Continue'}`,
      ...(canAdd ? [`2. ${sw ? 'Ongeza bidhaa' : 'Add an item'}`] : []),
      words.back,
    ]
  },
  pay: (_state, { payments }, words, sw) => [
    sw ? 'Malipo' : 'Payment',
    ...numbered(payments.map((type) => words.payments[type ?? 'unpaid'])),
    words.back,
  ],
  tin: (_state, _facts, words, sw) => [
    sw ? 'TIN ya mteja (tarakimu 9)' : 'Customer TIN (9 digits)',
    `0. ${sw ? 'Hana TIN' : 'No TIN'}`,
    words.back,
  ],
  confirm: (state, facts, words, sw) => {
    const draft = draftOf(state)
    return [
      `${itemsText(state)} Tsh ${shillings(draftTotal(draft))}`,
      ...(facts.vatRegistered ? [`VAT Tsh ${shillings(facts.vatOf(draft))}`] : []),
      `${words.payments[draft.payment ?? 'unpaid']}, TIN ${draft.tin ?? words.none}`,
      sw ? 'Weka PIN kuwasilisha TRA' : 'Enter PIN to submit to TRA',
      `2. ${sw ? 'Hifadhi rasimu' : 'Save draft'}`,
      `0. ${sw ? 'Ghairi' : 'Cancel'}`,
    ]
  },
  pin: (state, _facts, words, sw) => [...pinLines(state, sw), words.exit],
  list: ({ page }, { receipts }, words, sw) => [
    sw ? 'Ankara zangu' : 'My invoices',
    ...(receipts.length === 0 ? [sw ? 'Hakuna ankara bado.' : 'No invoices yet.'] : []),
    ...numbered(receiptsOn(receipts, page).map((receipt) => receiptLine(receipt, words))),
    ...(receipts.length > (page + 1) * RECEIPTS_ON_SCREEN ? [`9. ${sw ? 'Zaidi' : 'More'}`] : []),
    words.menu,
  ],
  detail: (state, facts, words, sw) => {
    const receipt = chosenReceipt(state, facts)
    if (receipt === undefined) return [sw ? 'Ankara haipo.' : 'The invoice is not here.', words.back]
    return [
      shortGsm(receipt.code, CODE_LENGTH),
      `Tsh ${shillings(receipt.total)}, ${receipt.day}`,
      words.statuses[receipt.status],
      ...(receipt.status === 'canceled' ? [] : [`1. ${sw ? 'Batilisha' : 'Cancel it'}`]),
      ...(canTextAgain(receipt, facts) ? [`2. ${sw ? 'Tuma SMS tena' : 'Send the SMS again'}`] : []),
      words.back,
    ]
  },
  why: (_state, _facts, words, sw) => [
    sw ? 'Sababu ya kubatilisha' : 'Reason to cancel',
    ...numbered(CANCEL_REASONS.map((reason) => words.reasons[reason])),
    words.back,
  ],
  void: (state, facts, _words, sw) => {
    const receipt = chosenReceipt(state, facts)
    return [
      receipt ? `${shortGsm(receipt.code, CODE_LENGTH)} Tsh ${shillings(receipt.total)}` : '',
      sw ? 'Namba haifutwi TRA; wasiliana na ofisi ya TRA.' : 'TRA keeps the number; see your TRA office.',
      sw ? 'Weka PIN kubatilisha' : 'Enter PIN to cancel it',
      `0. ${sw ? 'Hapana' : 'No'}`,
    ]
  },
}

/** What is said before a screen; there is room for one of them. */
function firstLine({ place, draft }: UssdState, facts: UssdFacts, wrong: boolean): string[] {
  const words = USSD_WORDS[facts.language]
  if (wrong) return [words.wrong]
  return place === 'confirm' && draft !== null && facts.isRepeated(draft) ? [words.same] : []
}

/** The text of a screen that waits for an answer, at most 160 characters of the GSM alphabet. */
export function ussdScreen(state: UssdState, facts: UssdFacts, wrong = false): string {
  const words = USSD_WORDS[facts.language]
  const lines = DRAW[state.place](state, facts, words, facts.language === 'sw')
  return [...firstLine(state, facts, wrong), ...lines].join('\n')
}
