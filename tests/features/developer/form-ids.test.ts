import { expect, it } from 'vitest'
import { createFormIds } from '#features/developer/form-ids.ts'

it('a form keeps its id while it is sent again, and has another one after a change', () => {
  const ids = ['id 1', 'id 2', 'id 3']
  const idOf = createFormIds(() => ids.shift() ?? '')
  const form = { name: 'Duka', scopes: ['invoices:read'] }
  expect([idOf(form), idOf({ ...form })]).toEqual(['id 1', 'id 1'])
  const changed = { ...form, scopes: ['invoices:read', 'invoices:write'] }
  expect([idOf(changed), idOf(changed)]).toEqual(['id 2', 'id 2'])
  expect(idOf(form)).toBe('id 3')
})
