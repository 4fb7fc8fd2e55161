import { beforeAll, expect, it } from 'vitest'
import type { FieldRefusal } from '#domain/refusal.ts'
import { EditorAlerts } from '#features/invoices/edit/editor-alerts.tsx'
import { addRecordMessages } from '#i18n/record-messages.ts'
import { addWorkMessages } from '#i18n/work-messages.ts'
import { renderInRouter } from '../../../support/render-in-router.tsx'

beforeAll(() => {
  addRecordMessages()
  addWorkMessages()
})

const MISSING = 'This Invoice can`t be send, missing data'

/** The headline above an invoice that was refused when the person submitted it. */
function headline(...refusals: readonly FieldRefusal<string>[]): string | undefined {
  const html = renderInRouter(
    <EditorAlerts
      exists
      trouble={undefined}
      state={{ kind: 'untouched' }}
      tried
      refusals={refusals}
      general={undefined}
    />,
  )
  return /<strong>(.*?)<\/strong>/.exec(html)?.[1]
}

it.each([
  ['no item', [{ path: 'lines', code: 'INVOICE_NO_LINES' }]],
  ['no price', [{ path: 'lines.0.unitPrice', code: 'INVOICE_LINE_PRICE_REQUIRED' }]],
  [
    'no name beside a total that is too large',
    [
      { path: 'totals', code: 'INVOICE_TOTAL_TOO_LARGE' },
      { path: 'customer.name', code: 'INVOICE_CUSTOMER_NAME_REQUIRED' },
    ],
  ],
])('says that data is missing where it is: %s (spec §8)', (_, refusals) => {
  expect(headline(...refusals)).toBe(MISSING)
})

it.each([
  ['totals', 'INVOICE_TOTAL_TOO_LARGE', 'The total is too large for one invoice'],
  ['lines.0.rate', 'INVOICE_RATE_UNKNOWN', 'A tax rate on this invoice is not in force'],
  ['customer.phone', 'CUSTOMER_PHONE_INVALID', 'Please enter a valid phone number'],
])('says what is wrong where nothing is missing: %s', (path, code, sentence) => {
  expect(headline({ path, code })).toBe(sentence)
})
