import { expect, test } from 'vitest'
import { apiInvoice } from '#server/services/public-api/api-invoice.ts'
import { exampleInvoice } from '../../domain/example-invoice.ts'

test('an invoice has the number that an accounting app gave it (spec §3)', () => {
  const answer = (accountingNumber: string) =>
    apiInvoice(exampleInvoice({ accountingNumber }), undefined, 'https://risiti.test')
  expect(answer('INV-0042').accountingNumber).toBe('INV-0042')
  expect(answer('').accountingNumber).toBe('')
})
