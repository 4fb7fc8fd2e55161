import * as v from 'valibot'
import { PAYMENT_TYPES } from '#domain/invoices/invoice.ts'
import { MAX_YEARS } from '#domain/subscription/check-payment.ts'
import { companyFilter, endpoint } from './endpoint.ts'
import { amountField } from './fields/amounts.ts'
import { fiscalDayField } from './fields/moments.ts'
import { idField, textField } from './fields/texts.ts'
import { providerContactSchema } from './provider-contact.ts'
import { pricesSchema } from './provider-endpoints.ts'

const paymentFieldEntries = {
  day: fiscalDayField,
  years: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_YEARS)),
  installation: v.boolean(),
  amount: amountField,
  type: v.picklist(PAYMENT_TYPES),
  reference: textField(200),
  receiptNumber: textField(200),
}

const subscriptionPaymentSchema = v.object({
  id: idField,
  ...paymentFieldEntries,
  canceled: v.boolean(),
})

/** What a company paid to the provider, newest first, and how it pays. */
const subscriptionSchema = v.object({
  payments: v.array(subscriptionPaymentSchema),
  prices: pricesSchema,
  /** Where the money goes, one way a line, as the provider configured it. */
  payTo: v.array(v.string()),
  contact: providerContactSchema,
})
export type Subscription = v.InferOutput<typeof subscriptionSchema>

/** What companies pay for Risiti (spec §2, /payment): read by the company, recorded by the platform. */
export const subscriptionEndpoints = {
  /** Of the own company, or of one that the caller manages; without either only prices and ways to pay. */
  'subscription.read': endpoint({
    method: 'GET',
    path: '/v1/accounting/subscription',
    input: v.object(companyFilter),
    output: subscriptionSchema,
    refusals: ['NOT_FOUND'],
    access: 'signed-in',
  }),
  'subscription.record-payment': endpoint({
    method: 'POST',
    path: '/v1/accounting/subscription/payments',
    input: v.object({ id: idField, companyId: idField, fields: v.object(paymentFieldEntries) }),
    output: subscriptionSchema,
    refusals: [
      'NOT_FOUND',
      'SUBSCRIPTION_NOTHING_BOUGHT',
      'SUBSCRIPTION_AMOUNT_NOT_POSITIVE',
      'SUBSCRIPTION_DAY_INVALID',
      'SUBSCRIPTION_TEXT_TOO_LONG',
      'SUBSCRIPTION_PAYMENT_RECORDED',
    ],
    access: 'signed-in',
  }),
  /** Takes a payment out of the count that was entered by mistake. */
  'subscription.cancel-payment': endpoint({
    method: 'POST',
    path: '/v1/accounting/subscription/payments/canceled',
    input: v.object({ id: idField, companyId: idField }),
    output: subscriptionSchema,
    refusals: ['NOT_FOUND'],
    access: 'signed-in',
  }),
}
