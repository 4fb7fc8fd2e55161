import { expect, test } from 'vitest'
import { answerExample, openExample } from '#features/ussd/example-call.ts'

const DIAL = '*148*09#'

function dialled(...inputs: readonly string[]) {
  return inputs.reduce((call, input) => answerExample(call, input, DIAL), openExample('sw', DIAL))
}

test('the example changes its language and goes on with the menu', () => {
  expect(dialled('5').text).toMatch(/^Duka la Mfano\n1\. New invoice\n/)
  expect(dialled('5', '5').text).toMatch(/^Duka la Mfano\n1\. Ankara mpya\n/)
})

test('the example lists its invoices after the PIN, and cancels one', () => {
  expect(dialled('2', '4821').text).toBe(
    'Ankara zangu\n1. 10:42 7,500 inasubiri\n2. 09:15 3,200 imetolewa\n0. Menyu',
  )
  const voided = dialled('4', '4821', '2', '1', '1', '4821')
  expect(voided).toMatchObject({ text: 'Imebatilishwa: ABC1231.', state: undefined })
})

test('the example sells, saves a draft, gives it up, and says what was sold today', () => {
  const sale = ['1', '1', '3x2500', '1', '1', '0']
  expect(dialled(...sale, '4821').text).toMatch(/^Imewasilishwa\. .*Tsh 7,500\./)
  expect(dialled(...sale, '2').text).toBe('Rasimu imehifadhiwa.')
  expect(dialled(...sale, '0').text).toBe('Imeghairiwa.')
  expect(dialled('3', '4821').text).toMatch(/^Leo 01-12-2026: ankara 2, Tsh 10,700/)
})
