import fc from 'fast-check'
import { expect, test } from 'vitest'
import { draftTotal, readAmount } from '#domain/ussd/ussd-draft.ts'
import { ussdEndText } from '#domain/ussd/ussd-ends.ts'
import { answerUssd, openUssd } from '#domain/ussd/ussd-machine.ts'
import { ussdScreen } from '#domain/ussd/ussd-screens.ts'
import type { UssdState, UssdStep } from '#domain/ussd/ussd-state.ts'
import { longestDraft, longestFacts } from './ussd-facts.ts'

const facts = longestFacts('sw')
let made = 0
const newId = () => {
  made += 1
  return `id ${made}`
}

function dial(inputs: readonly string[], first: UssdState = openUssd('main')): UssdStep {
  let step: UssdStep = { kind: 'show', state: first }
  for (const input of inputs) {
    if (step.kind !== 'show') throw new Error(`ended before ${input}`)
    step = answerUssd(step.state, input, facts, newId)
  }
  return step
}

function stateAfter(inputs: readonly string[]): UssdState {
  const step = dial(inputs)
  if (step.kind === 'end') throw new Error('ended')
  return step.state
}

test('a sale of two products, paid by mobile money with a TIN, asks for the PIN and then for its submission (B2)', () => {
  const step = dial(['1', '2', '7500', '2', '1', '3x2500', '1', '2', '123456789', '4821'])
  expect(step).toMatchObject({ kind: 'effect', effect: { do: 'check-pin', pin: '4821', opens: 'submit' } })
  const { draft } = stateAfter(['1', '2', '7500', '2', '1', '3x2500', '1', '2', '123456789'])
  expect(draft).toMatchObject({ payment: 'e-money', tin: '123456789' })
  expect(draft?.lines.map(({ productId, quantity }) => [productId, quantity])).toEqual([
    ['p1', 1000],
    ['p0', 3000],
  ])
  expect(draft && draftTotal(draft)).toBe(1_500_000)
})

test('another item gets a name, a tax type and an amount; the tax type is not asked without VAT (B2)', () => {
  expect(stateAfter(['1', '5', 'Kazi ya ufundi', '4', '5000'])).toMatchObject({
    place: 'more',
    draft: { lines: [{ productId: null, name: 'Kazi ya ufundi', taxType: 'exempted', unitPrice: 500_000 }] },
  })
  // As it is stored: an equal sale is recognized by it.
  const long = 'x'.repeat(24)
  const { item } = stateAfter(['1', '5', `Kazi  ya ufundi ${long} nyumbani`])
  expect(item?.name).toBe(`Kazi ya ufundi ${long}`)
  const named = answerUssd(stateAfter(['1', '5']), 'Kazi', { ...facts, vatRegistered: false }, newId)
  expect(named).toMatchObject({ state: { place: 'amount' } })
})

test('99 goes back one step everywhere, and takes the last item off at the total (B3)', () => {
  const sale = ['1', '1', '500', '1', '1']
  expect(stateAfter([...sale, '99']).place).toBe('pay')
  expect(stateAfter([...sale, '99', '99']).place).toBe('more')
  expect(stateAfter([...sale, '99', '99', '99'])).toMatchObject({ place: 'item', draft: { lines: [] } })
  expect(stateAfter([...sale, '99', '99', '99', '99'])).toMatchObject({ place: 'main', draft: null })
})

test('a wrong answer keeps the screen, and the third in a row ends with help (B2)', () => {
  expect(dial(['9'])).toMatchObject({ kind: 'show', wrong: true, state: { place: 'main' } })
  expect(dial(['9', '9', '9'])).toEqual({ kind: 'end', end: { end: 'help' } })
  expect(dial(['9', '9', '1', '0', '0'])).toMatchObject({ kind: 'show', wrong: true })
})

test('the list, the figures of today and a cancellation ask for the PIN (B2)', () => {
  expect(dial(['2'])).toMatchObject({ state: { place: 'pin', afterPin: 'list' } })
  expect(dial(['3', '4821'])).toMatchObject({ effect: { do: 'check-pin', opens: 'today' } })
  const list = { ...openUssd('main'), place: 'list' as const, known: true }
  expect(dial(['1', '1', '2', '4821'], list)).toMatchObject({
    effect: { do: 'check-pin', opens: 'cancel' },
    state: { chosen: 'r0', reason: 'returned' },
  })
  // A canceled invoice is not canceled again.
  expect(dial(['2', '1'], list)).toMatchObject({ wrong: true, state: { place: 'detail' } })
})

test('a blocked company begins and continues no sale; the rest of the menu goes on (tanzania-facts §11, row 29)', () => {
  const blocked = { ...facts, blocked: true }
  const answer = (input: string, first: UssdState) => answerUssd(first, input, blocked, newId)
  const end = { kind: 'end', end: { end: 'blocked' } }
  const main = openUssd('main')
  expect(answer('1', main)).toEqual(end)
  for (const input of ['2', '3', '4']) expect(answer(input, main)).toMatchObject({ state: { place: 'pin' } })
  const resume = openUssd('resume', longestDraft())
  for (const input of ['1', '2']) expect(answer(input, resume)).toEqual(end)
  expect(answer('0', resume)).toMatchObject({ state: { place: 'main' } })
})

test('only an issued invoice offers its SMS again, where text messages are sent (B3 detail)', () => {
  const list = { ...openUssd('main'), place: 'list' as const, known: true }
  expect(dial(['1', '2'], list)).toMatchObject({ wrong: true, state: { place: 'detail' } })
  const facts = longestFacts('sw')
  const receipts = facts.receipts.map((receipt) => ({ ...receipt, status: 'issued' as const }))
  const detail = { ...list, place: 'detail' as const, chosen: 'r0' }
  const step = (sendsSms: boolean) => answerUssd(detail, '2', { ...facts, receipts, sendsSms }, () => 'id')
  expect(step(true)).toMatchObject({ effect: { do: 'send-sms', invoiceId: 'r0' } })
  expect(step(false)).toMatchObject({ wrong: true })
})

test('an unfinished sale goes on where something is missing, or starts again under another id (B2)', () => {
  const draft = longestDraft()
  expect(dial(['1'], openUssd('resume', draft))).toMatchObject({ state: { place: 'more', draft } })
  const again = dial(['2'], openUssd('resume', draft))
  expect(again).toMatchObject({ state: { place: 'item', draft: { lines: [] } } })
  expect(again.kind === 'show' && again.state.draft?.id).not.toBe(draft.id)
})

test('the menu keeps an unfinished sale: a new invoice offers it first, and only starting again gives it up (B2)', () => {
  const draft = longestDraft()
  const menu = dial(['0'], openUssd('resume', draft))
  expect(menu).toMatchObject({ kind: 'show', state: { place: 'main', draft } })
  if (menu.kind !== 'show') return
  expect(dial(['1'], menu.state)).toMatchObject({ state: { place: 'resume', draft } })
  expect(dial(['1', '1'], menu.state)).toMatchObject({ state: { place: 'more', draft } })
  expect(dial(['1', '2'], menu.state)).toMatchObject({ state: { place: 'item', draft: { lines: [] } } })
  expect(dial(['3', '4821'], menu.state)).toMatchObject({ state: { draft }, effect: { opens: 'today' } })
})

test('only the payments that the owner takes are offered: a sale is refused at its end no more for them (spec §5)', () => {
  const pay = { ...openUssd('main', longestDraft()), place: 'pay' as const }
  const limited = { ...facts, payments: ['cash', 'cheque'] as const }
  expect(ussdScreen(pay, limited)).toBe('Malipo\n1. Taslimu\n2. Hundi\n99. Rudi')
  expect(answerUssd(pay, '2', limited, newId)).toMatchObject({ state: { draft: { payment: 'cheque' } } })
  expect(answerUssd(pay, '5', limited, newId)).toMatchObject({ wrong: true, state: { place: 'pay' } })
  expect(dial(['5'], pay)).toMatchObject({ state: { place: 'tin', draft: { payment: null } } })
})

test.each([
  ['7500', 1000, 750_000],
  ['3x2500', 3000, 250_000],
  ['12X1,500', 12_000, 150_000],
])('an amount is read from %s', (text, quantity, unitPrice) => {
  expect(readAmount(text)).toEqual({ quantity, unitPrice })
})

test.each(['', '0', '0x5', '5x0', 'abc', '1.5', '-5', '1000000000', '99999x999999999', '5x', 'x5'])(
  'an amount is not read from "%s"',
  (text) => {
    expect(readAmount(text)).toBeUndefined()
  },
)

const key = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('0', '1', '2', '3', '4', '5', '6', '9', '99') },
  { weight: 3, arbitrary: fc.constantFrom('7500', '3x2500', '123456789', '4821', 'Sukari', '482913') },
  { weight: 1, arbitrary: fc.string({ maxLength: 30, unit: 'grapheme' }) },
)

test('random keys never break the menu, never draw a long screen, and a PIN is never kept (B4 1)', () => {
  const begin = fc.constantFrom(openUssd('main'), openUssd('code'), openUssd('resume', longestDraft()))
  fc.assert(
    fc.property(
      begin,
      fc.constantFrom('sw', 'en'),
      fc.array(key, { maxLength: 40 }),
      (first, language, keys) => {
        const shown = longestFacts(language === 'sw' ? 'sw' : 'en')
        let state = first
        for (const input of keys) {
          const step = answerUssd(state, input, shown, newId)
          if (step.kind === 'end') {
            expect(ussdEndText(step.end, shown.language, shown).length).toBeLessThanOrEqual(160)
            return
          }
          state = step.state
          if (step.kind === 'effect' && step.effect.do === 'check-pin') {
            expect(JSON.stringify({ ...state, draft: null })).not.toContain(step.effect.pin)
            state = { ...state, place: step.effect.opens === 'list' ? 'list' : 'main', known: true }
          }
          const text = ussdScreen(state, shown, step.kind === 'show' && step.wrong === true)
          expect(text.length, text).toBeLessThanOrEqual(160)
          expect(text).toMatch(/^[\n -~]*$/)
        }
      },
    ),
    { numRuns: 300 },
  )
})
