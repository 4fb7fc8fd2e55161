import { expect, it } from 'vitest'
import { useFaultText } from '#blocks/csv-import/use-fault-text.ts'
import { translatorFor } from '../../e2e/steps/translate.ts'
import { renderInRouter } from '../../support/render-in-router.tsx'

const [en, sw] = [translatorFor('en'), translatorFor('sw')]

const ARCHIVED =
  'Row {row}: {name}, who is in the archive, has this number. Correct the name or the number in this row'
const UNREADABLE = 'The file could not be read. Try again'

function Faults() {
  const text = useFaultText(['name'], () => '')
  const taken = { kind: 'taken', name: 'Asha', archived: true } as const
  return (
    <>
      {text.ofRow(3, taken)}|{text.ofFile({ kind: 'unreadable' })}
    </>
  )
}

it('a number of an archived customer, and a file that cannot be read, have sentences of their own', () => {
  const html = renderInRouter(<Faults />)
  expect(html).toContain(
    'Row 3: Asha, who is in the archive, has this number. Correct the name or the number in this row',
  )
  expect(html).toContain(UNREADABLE)
})

it('they are said in both languages', () => {
  expect(en(ARCHIVED)).toBe(ARCHIVED)
  expect(sw(ARCHIVED)).toBe(
    'Mstari wa {row}: {name}, aliye kwenye kumbukumbu, ana namba hii. Sahihisha jina au namba kwenye mstari huu',
  )
  expect(en(UNREADABLE)).toBe(UNREADABLE)
  expect(sw(UNREADABLE)).toBe('Faili halikuweza kusomwa. Jaribu tena')
})
