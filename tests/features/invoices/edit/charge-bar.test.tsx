import { expect, it } from 'vitest'
import { ChargeBar } from '#features/invoices/edit/charge-bar.tsx'
import { createEditor } from '#features/invoices/edit/editor-store.ts'
import { exampleContent } from '#tests/domain/example-invoice.ts'
import { renderInRouter } from '../../../support/render-in-router.tsx'

it.each([
  [false, 'Invoice not saved'],
  [true, 'Invoice not updated'],
])(
  'a save that failed is named as at the top of the editor; the invoice exists: %s (spec §8)',
  (exists, words) => {
    const html = renderInRouter(
      <ChargeBar
        store={createEditor(exampleContent())}
        exists={exists}
        tried={false}
        state={{ kind: 'failed', code: 'DEVICE_STORAGE_FULL' }}
        error={undefined}
        disabled={false}
        onCharge={() => {}}
      />,
    )
    expect(html).toContain(`>${words}<`)
  },
)
