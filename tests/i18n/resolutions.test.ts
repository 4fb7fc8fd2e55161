import { describe, expect, it } from 'vitest'
import { ADMINISTRATION_CODES } from '#contract/administration-codes.ts'
import { ERROR_CODES } from '#contract/error-codes.ts'
import { RESOLUTION_KINDS, RESOLUTIONS, resolutionOf } from '#contract/resolutions.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { nextStep } from '#i18n/next-steps.ts'
import { RESOLUTION_NAMES } from '#i18n/resolution-names.ts'
import { readLanguage } from './read-language.ts'

const { speak: en } = await readLanguage('en')
const { speak: sw } = await readLanguage('sw')

describe('the table of refusals and repairs', () => {
  it.each(ERROR_CODES)('has a sentence in both languages for %s and a repair that exists', (code) => {
    const sentence = errorMessage(code)
    expect(en._(sentence)).toMatch(/\p{L}{3}/u)
    expect(sw._(sentence)).toMatch(/\p{L}{3}/u)
    expect(sw._(sentence)).not.toBe(en._(sentence))
    const kind = resolutionOf(code)
    expect(RESOLUTION_KINDS).toContain(kind)
    const button = RESOLUTION_NAMES[kind]
    if (kind === 'at-the-form') return
    expect(button).not.toBeNull()
    if (button) expect([en._(button), sw._(button)].every((text) => /\p{L}{3}/u.test(text))).toBe(true)
    const step = nextStep(code)
    if (step) expect(sw._(step)).not.toBe(en._(step))
  })

  it('names no code twice or for nothing, and uses every kind of repair', () => {
    const known: readonly string[] = [...Object.keys(RESOLUTIONS), ...ADMINISTRATION_CODES]
    expect(known.toSorted()).toEqual(ERROR_CODES.toSorted())
    expect(new Set(Object.values(RESOLUTIONS))).toEqual(new Set(RESOLUTION_KINDS))
  })

  it('says for every answer of the authority what to do next (TRA guide: table of answers)', () => {
    for (const code of ERROR_CODES.filter((known) => known.startsWith('TRA_'))) {
      expect(nextStep(code), code).toBeDefined()
      expect(resolutionOf(code), code).not.toBe('at-the-form')
    }
  })

  it('sends a code of a newer server again: an update may know it', () => {
    expect(resolutionOf('SOMETHING_NEW')).toBe('send-again')
  })
})
