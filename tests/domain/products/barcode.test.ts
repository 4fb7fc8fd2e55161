import { describe, expect, it } from 'vitest'
import { expandUpcE, hasCorrectCheckDigit, looksScanned, readBarcode } from '#domain/products/barcode.ts'
import { categoryColour } from '#domain/products/category-colour.ts'

describe('the check digit of a code (GS1 General Specifications §7.9)', () => {
  it.each(['4006381333931', '6001240100707', '96385074', '036000291452'])('%s fits', (code) => {
    expect(hasCorrectCheckDigit(code)).toBe(true)
  })

  it.each(['4006381333932', '4006381339331', '96385075', '036000291453', '40063a1333931', ''])(
    '%j does not',
    (code) => {
      expect(hasCorrectCheckDigit(code)).toBe(false)
    },
  )
})

describe('the eight digits of UPC-E (GS1 General Specifications §5.2.2.4)', () => {
  it.each([
    ['04252614', '042100005264'],
    ['01234531', '012300000451'],
    ['01234543', '012340000053'],
    ['01234565', '012345000065'],
    ['11234562', '112345000062'],
  ])('%s is short for %s', (short, long) => {
    expect(expandUpcE(short)).toBe(long)
  })

  it.each(['04252615', '24252614', '4252614', '0425261x'])('%s is none', (digits) => {
    expect(expandUpcE(digits)).toBeUndefined()
  })
})

describe('readBarcode', () => {
  it.each([
    ['4006381333931', 'ean-13', '4006381333931'],
    [' 4006381 333931 ', 'ean-13', '4006381333931'],
    ['96385074', 'ean-8', '96385074'],
    ['036000291452', 'upc-a', '0036000291452'],
    ['0036000291452', 'ean-13', '0036000291452'],
    ['4006381333932', 'code-128', '4006381333932'],
    ['DUKA-0012', 'code-128', 'DUKA-0012'],
  ] as const)('%j is a code of kind %s', (text, kind, code) => {
    expect(readBarcode(text)).toEqual({ kind, code })
  })

  it.each(['', '  ', 'sabuni©', 'x'.repeat(49)])('%j is none', (text) => {
    expect(readBarcode(text)).toBeUndefined()
  })
})

it('takes six digits and more for a code, and names for names', () => {
  expect(['600124', ' 6001240100707 '].map(looksScanned)).toEqual([true, true])
  expect(['12345', 'Maji 500', '600124a'].map(looksScanned)).toEqual([false, false, false])
})

it('gives a category one colour, however it is written', () => {
  expect(categoryColour('Vinywaji')).toBe(categoryColour('VINYWAJI'))
  expect(categoryColour('Vinywaji')).not.toBe(categoryColour('Sabuni'))
})
