import { expect, it } from 'vitest'
import { useFaultText } from '#blocks/csv-import/use-fault-text.ts'
import { translatorFor } from '../../e2e/steps/translate.ts'
import { renderInRouter } from '../../support/render-in-router.tsx'

const [en, sw] = [translatorFor('en'), translatorFor('sw')]

const ARCHIVED =
  'Row {row}: {name}, who is in the archive, has this number. Correct the name or the number in this row'
const SHORTENED =
  'Row {row}: a program such as Excel has shortened the number in {column}. Enter the whole number'
const AMBIGUOUS = 'Row {row}: several products are called {name}. Add the SKU or the barcode to this row'
const UNREADABLE = 'The file could not be read. Try again'

function Faults() {
  const text = useFaultText(['name'], () => '')
  const taken = { kind: 'taken', name: 'Asha', archived: true } as const
  return (
    <>
      {text.ofRow(3, taken)}|{text.ofFile({ kind: 'unreadable' })}|
      {text.ofRow(4, { kind: 'shortened', column: 'barcode' })}|
      {text.ofRow(5, { kind: 'ambiguous', name: 'Maji' })}
    </>
  )
}

it('an archived customer, a shortened number, and a file that cannot be read have sentences of their own', () => {
  const html = renderInRouter(<Faults />)
  expect(html).toContain(
    'Row 3: Asha, who is in the archive, has this number. Correct the name or the number in this row',
  )
  expect(html).toContain(
    'Row 4: a program such as Excel has shortened the number in barcode. Enter the whole number',
  )
  expect(html).toContain('Row 5: several products are called Maji. Add the SKU or the barcode to this row')
  expect(html).toContain(UNREADABLE)
})

it('they are said in both languages', () => {
  expect(en(ARCHIVED)).toBe(ARCHIVED)
  expect(sw(ARCHIVED)).toBe(
    'Mstari wa {row}: {name}, aliye kwenye kumbukumbu, ana namba hii. Sahihisha jina au namba kwenye mstari huu',
  )
  expect(en(SHORTENED)).toBe(SHORTENED)
  expect(sw(SHORTENED)).toBe(
    'Mstari wa {row}: programu kama Excel imefupisha namba kwenye {column}. Andika namba kamili',
  )
  expect(en(AMBIGUOUS)).toBe(AMBIGUOUS)
  expect(sw(AMBIGUOUS)).toBe(
    'Mstari wa {row}: bidhaa kadhaa zinaitwa {name}. Ongeza SKU au msimbopau kwenye mstari huu',
  )
  expect(en(UNREADABLE)).toBe(UNREADABLE)
  expect(sw(UNREADABLE)).toBe('Faili halikuweza kusomwa. Jaribu tena')
})
