import { expect, it } from 'vitest'
import { customerRefusals } from '#blocks/customer-form/customer-refusals.ts'
import type { FieldRefusal } from '#domain/refusal.ts'
import { addRecordMessages } from '#i18n/record-messages.ts'
import { useFieldErrors } from '#ui/use-field-errors.tsx'
import { renderInRouter } from '../support/render-in-router.tsx'

addRecordMessages()

function ErrorAt({ path, refusals }: { path: string; refusals: readonly FieldRefusal<string>[] }) {
  return useFieldErrors(refusals)(path)
}

const shown = (path: string, refusals: readonly FieldRefusal<string>[]) =>
  renderInRouter(<ErrorAt path={path} refusals={refusals} />)

it('a customer that the phone has no room for says so, and leads to its help (spec §8)', () => {
  const html = shown('', customerRefusals([{ path: '', code: 'DEVICE_STORAGE_FULL' }]))
  expect(html).toContain('Error saving the customer')
  expect(html).toContain('This phone has no space left to save')
  expect(html).toContain('about=DEVICE_STORAGE_FULL')
})

it('a field shows the first of its errors', () => {
  const html = shown('name', [
    { path: 'name', code: 'CUSTOMER_NAME_REQUIRED' },
    { path: 'name', code: 'UNEXPECTED' },
  ])
  expect(html).toContain('Please enter a customer name')
  expect(html).not.toContain('unexpected error')
})
