import { describe, expect, it } from 'vitest'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import { checkTaxTip, paragraphsOf } from '#domain/tax-tips/tax-tip.ts'

const TIP = {
  day: '2026-11-23' as FiscalDay,
  titleEn: '  VAT return ',
  textEn: 'By the 20th of the next month.',
  titleSw: 'Ritani ya VAT',
  textSw: 'Kabla ya tarehe 20 ya mwezi unaofuata.',
}

describe('a tax tip (spec §1)', () => {
  it('is stored without surrounding spaces', () => {
    expect(checkTaxTip(TIP)).toEqual({ ok: true, value: { ...TIP, titleEn: 'VAT return' } })
  })

  it.each([
    ['titleSw', ' ', 'TAX_TIP_TITLE_REQUIRED'],
    ['titleEn', 'x'.repeat(101), 'TAX_TIP_TITLE_TOO_LONG'],
    ['textEn', '\n', 'TAX_TIP_TEXT_REQUIRED'],
    ['textSw', '', 'TAX_TIP_TEXT_REQUIRED'],
    ['day', undefined, 'TAX_TIP_DAY_INVALID'],
  ])('is refused at %s', (path, value, code) => {
    expect(checkTaxTip({ ...TIP, [path]: value })).toEqual({ ok: false, refusals: [{ path, code }] })
  })

  it('has paragraphs between empty lines', () => {
    expect(paragraphsOf('One\nline\n\n  \nTwo\n')).toEqual(['One\nline', 'Two'])
  })
})
