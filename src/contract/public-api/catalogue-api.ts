import * as v from 'valibot'
import { CUSTOMER_REFUSALS } from '#domain/customers/check-customer.ts'
import { PRODUCT_REFUSALS } from '#domain/products/check-product.ts'
import {
  apiCustomerSchema,
  apiProductSchema,
  customerWriteEntries,
  productWriteEntries,
} from './catalogue.ts'
import { idText, pageEntries, pageOf } from './fields.ts'
import { publicEndpoint } from './public-endpoint.ts'

const CUSTOMERS = '/v1/accounting/public/customers'
const PRODUCTS = '/v1/accounting/public/products'

/** The customers and products of the company. */
export const catalogueApi = {
  'customers.list': publicEndpoint({
    method: 'GET',
    path: CUSTOMERS,
    scope: 'customers:read',
    summary: 'Customers, those that changed longest ago first.',
    input: v.strictObject(pageEntries),
    sample: { limit: '10' },
    output: pageOf(apiCustomerSchema),
    statuses: [200],
    refusals: ['KEY_SCOPE_MISSING'],
  }),
  'customers.get': publicEndpoint({
    method: 'GET',
    path: `${CUSTOMERS}/:id`,
    scope: 'customers:read',
    summary: 'One customer.',
    input: v.strictObject({ id: idText }),
    output: apiCustomerSchema,
    statuses: [200],
    refusals: ['KEY_SCOPE_MISSING', 'NOT_FOUND'],
  }),
  'customers.create': publicEndpoint({
    method: 'POST',
    path: CUSTOMERS,
    scope: 'customers:write',
    summary:
      'Saves a new customer. One with the same number and name is answered with the customer that exists.',
    input: v.strictObject(customerWriteEntries),
    sample: {
      name: 'Asha Traders',
      identificationType: 'TAX_IDENTIFICATION_NUMBER',
      identificationNumber: '100200300',
    },
    output: apiCustomerSchema,
    statuses: [201],
    refusals: [
      'KEY_SCOPE_MISSING',
      'CUSTOMER_ID_DUPLICATED',
      'CUSTOMER_VRN_DUPLICATED',
      ...CUSTOMER_REFUSALS,
    ],
  }),
  'customers.update': publicEndpoint({
    method: 'POST',
    path: `${CUSTOMERS}/:id`,
    scope: 'customers:write',
    summary: 'Replaces the fields of a customer.',
    input: v.strictObject({ id: idText, ...customerWriteEntries }),
    sample: { name: 'Asha Traders Ltd', identificationType: 'NO_IDENTIFICATION' },
    output: apiCustomerSchema,
    statuses: [200],
    refusals: [
      ...(['KEY_SCOPE_MISSING', 'NOT_FOUND', 'CUSTOMER_ID_DUPLICATED', 'CUSTOMER_VRN_DUPLICATED'] as const),
      ...CUSTOMER_REFUSALS,
    ],
  }),
  'products.list': publicEndpoint({
    method: 'GET',
    path: PRODUCTS,
    scope: 'products:read',
    summary: 'Products and services, those that changed longest ago first.',
    input: v.strictObject(pageEntries),
    sample: { limit: '10' },
    output: pageOf(apiProductSchema),
    statuses: [200],
    refusals: ['KEY_SCOPE_MISSING'],
  }),
  'products.get': publicEndpoint({
    method: 'GET',
    path: `${PRODUCTS}/:id`,
    scope: 'products:read',
    summary: 'One product or service.',
    input: v.strictObject({ id: idText }),
    output: apiProductSchema,
    statuses: [200],
    refusals: ['KEY_SCOPE_MISSING', 'NOT_FOUND'],
  }),
  'products.create': publicEndpoint({
    method: 'POST',
    path: PRODUCTS,
    scope: 'products:write',
    summary: 'Saves a new product or service; its price includes VAT.',
    input: v.strictObject(productWriteEntries),
    sample: { name: 'Sukari 1 kg', unitPrice: 3000, taxType: 'standard' },
    output: apiProductSchema,
    statuses: [201],
    refusals: ['KEY_SCOPE_MISSING', ...PRODUCT_REFUSALS],
  }),
  'products.update': publicEndpoint({
    method: 'POST',
    path: `${PRODUCTS}/:id`,
    scope: 'products:write',
    summary: 'Replaces the fields of a product or service.',
    input: v.strictObject({ id: idText, ...productWriteEntries }),
    sample: { name: 'Sukari 1 kg', unitPrice: 3200, taxType: 'standard' },
    output: apiProductSchema,
    statuses: [200],
    refusals: ['KEY_SCOPE_MISSING', 'NOT_FOUND', ...PRODUCT_REFUSALS],
  }),
}
