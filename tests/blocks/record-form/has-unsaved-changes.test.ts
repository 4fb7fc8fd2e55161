import { describe, expect, it } from 'vitest'
import { hasUnsavedChanges } from '#blocks/record-form/has-unsaved-changes.ts'

type Form = { name: string; unit?: string; price: number | undefined; favourite?: boolean }

const record: Form = { name: 'Sukari', price: 0 }

describe('a form that is closed asks before it loses what was typed', () => {
  it.each<[string, Partial<Form>, boolean]>([
    ['nothing typed', {}, false],
    ['another name', { name: 'Sukari 1 kg' }, true],
    ['a name typed and taken back', { name: 'Sukari' }, false],
    ['a field that was never filled, typed and cleared again', { unit: '' }, false],
    ['a field that was never filled', { unit: 'kg' }, true],
    ['a switch turned on', { favourite: true }, true],
    ['a switch turned on and off again', { favourite: false }, false],
    ['a price that cannot be read, instead of 0', { price: undefined }, true],
    ['one field as before, another changed', { name: 'Sukari', price: 500 }, true],
  ])('%s', (_, typed, unsaved) => {
    expect(hasUnsavedChanges(record, typed)).toBe(unsaved)
  })

  it('compares with the record as it is now, because another phone may have saved the same', () => {
    expect(hasUnsavedChanges<Form>({ name: 'Chumvi', price: 700 }, { price: 700 })).toBe(false)
  })
})
