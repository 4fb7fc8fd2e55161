import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanText } from '#domain/fiscal/clean-text.ts'

describe('cleanText (field practice: ASCII, no control characters, single spaces)', () => {
  it.each([
    ['Café Nyàngá', 'Cafe Nyanga'],
    ['  a \t\r\n b  ', 'a b'],
    ['Ng\u2019ombe “Mfano” – 5×3', 'Ng\'ombe "Mfano" - 5x3'],
    ['Mama & Wana <b>', 'Mama & Wana <b>'],
    ['½ kg Ø œuvre', '1/2 kg O oeuvre'],
    ['bell\u0007 and zero\u0000width\u200Bspace', 'bell and zero widthspace'],
    ['Ｆｕｌｌ', 'Full'],
    ['rice 🍚 and \uD800 half', 'rice and half'],
  ])('writes %j as %j', (text, clean) => {
    expect(cleanText(text)).toBe(clean)
  })

  it('cuts to the limit without a space at the end and uses the replacement for empty text', () => {
    expect(cleanText('abc def', 4)).toBe('abc')
    expect(cleanText('漢字', 10, 'Item 1')).toBe('Item 1')
    expect(cleanText('')).toBe('')
  })

  it('gives printable ASCII that it leaves alone the second time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const clean = cleanText(text)
        expect(clean).toMatch(/^[ -~]*$/)
        expect(cleanText(clean)).toBe(clean)
      }),
    )
  })
})
