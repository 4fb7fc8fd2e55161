import { i18n } from '@lingui/core'
import { describe, expect, it } from 'vitest'
import { activateLanguage, loadAppMessages, loadScreenMessages } from '#i18n/language.ts'

describe('words that come later', () => {
  it('are there in the language that is shown, also when it changed while they were on their way', async () => {
    await activateLanguage('sw')
    await Promise.all([activateLanguage('en'), loadAppMessages('sw'), loadScreenMessages()])
    expect(i18n.locale).toBe('en')
    const english = Object.keys(i18n.messages).sort()
    await activateLanguage('sw')
    expect(english).toEqual(Object.keys(i18n.messages).sort())
  })

  it('of a language that is no longer wanted do not bring it back', async () => {
    const late = activateLanguage('en')
    await activateLanguage('sw')
    await late
    expect(i18n.locale).toBe('sw')
  })
})
