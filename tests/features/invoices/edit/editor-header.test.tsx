import { expect, it } from 'vitest'
import { EditorHeader } from '#features/invoices/edit/editor-header.tsx'
import { createEditor } from '#features/invoices/edit/editor-store.ts'
import { exampleContent } from '#tests/domain/example-invoice.ts'
import { renderInRouter } from '../../../support/render-in-router.tsx'

const nothing = () => {}

function header(stored: { readonly accountingNumber: string } | undefined): string {
  const store = createEditor(exampleContent(), { vatRegistered: true })
  const actions = { onTab: nothing, onHold: nothing, onCopy: nothing }
  return renderInRouter(
    <EditorHeader {...{ store, invoiceId: 'invoice-1', stored, tab: 'cart', ...actions }} />,
  )
}

it('a draft from an accounting app shows its number there', () => {
  expect(header({ accountingNumber: 'INV-0042' })).toContain('Number in the accounting app: INV-0042')
})

it('any other invoice shows no such line', () => {
  for (const stored of [undefined, { accountingNumber: '' }])
    expect(header(stored)).not.toContain('accounting app')
})
