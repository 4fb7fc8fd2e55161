import { afterEach, expect, it, vi } from 'vitest'
import { followTitle, pageTitle } from '#app/page-title.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

it('a tab has the name of its page', () => {
  expect(pageTitle(' Expenses ')).toBe('Expenses · Risiti')
  expect(pageTitle('')).toBe('Risiti')
})

it('the title follows the heading, and stays while the next page has none yet', () => {
  let change = () => {}
  class Observer {
    constructor(onChange: () => void) {
      change = onChange
    }
    observe() {}
  }
  vi.stubGlobal('MutationObserver', Observer)
  vi.stubGlobal('document', { title: 'Risiti · Ankara za kodi' })
  let heading: { textContent: string } | null = null
  followTitle({ querySelector: () => heading } as never)
  expect(document.title).toBe('Risiti · Ankara za kodi')
  heading = { textContent: 'Gharama' }
  change()
  expect(document.title).toBe('Gharama · Risiti')
  heading = null
  change()
  expect(document.title).toBe('Gharama · Risiti')
  heading = { textContent: 'Expenses' }
  change()
  expect(document.title).toBe('Expenses · Risiti')
})
