import { expect, it } from 'vitest'
import { stillTyped } from '#app-context/still-typed.ts'

const opened = { footer: 'Karibu', types: ['cash'] }
const typed = { footer: 'Asante' }
const saved = { sent: typed, known: opened }

it('what was typed stays until it is saved, whatever becomes known meanwhile', () => {
  expect(stillTyped(typed, undefined, { ...opened, footer: 'Karibu sana' })).toEqual(typed)
})

it('a saved field shows what was typed until it is known, and from then on what others change', () => {
  expect(stillTyped(typed, saved, { ...opened, types: ['cash'] })).toEqual(typed)
  expect(stillTyped(typed, saved, { ...opened, footer: 'Asante' })).toEqual({})
  expect(stillTyped(typed, saved, { ...opened, footer: 'Karibu sana' })).toEqual({})
  const chosen = { types: ['cash', 'cheque'] }
  const others = { ...opened, types: ['cash', 'credit'] }
  expect(stillTyped(chosen, { sent: chosen, known: opened }, others)).toEqual({})
})

it('what was typed after the save stays', () => {
  const again = { ...typed, footer: 'Asanteni' }
  expect(stillTyped(again, saved, { ...opened, footer: 'Asante' })).toEqual(again)
  expect(stillTyped(typed, { sent: {}, known: opened }, { ...opened, footer: 'Karibu sana' })).toEqual(typed)
})
