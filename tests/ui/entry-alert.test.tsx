import { expect, it } from 'vitest'
import { EntryAlert } from '#ui/entry-alert.tsx'
import { translatorFor } from '../e2e/steps/translate.ts'
import { renderInRouter } from '../support/render-in-router.tsx'

const shown = (retryAt?: number) =>
  renderInRouter(<EntryAlert code="TOO_MANY_REQUESTS" retryAt={retryAt} />).replaceAll('<!-- -->', '')

it('names the time from which it works, to the full minute that is not too early', () => {
  // 13:30:30 in Dar es Salaam.
  const html = shown(Date.parse('2026-11-29T10:30:30Z'))
  expect(html).toContain('Try again after 13:31')
  expect(html).not.toContain('wait a moment')
  expect(shown(Date.parse('2026-11-29T10:30:00Z'))).toContain('Try again after 13:30')
})

it('asks for a moment where the server named no time', () => {
  expect(shown()).toContain('Please wait a moment and try again')
  expect(shown()).not.toContain('after')
})

it('is said in both languages', () => {
  expect(translatorFor('en')('Try again after {time}')).toBe('Try again after {time}')
  expect(translatorFor('sw')('Try again after {time}')).toBe('Jaribu tena kuanzia saa {time}')
})
