import { fieldsOf } from '../accounting/figures.ts'
import type { SimulatorAnswer, SimulatorRequest } from '../accounting/serve-simulator.ts'
import { customerView, writeCustomer } from './quickbooks-customers.ts'
import { attachableView, createNote, uploadFile } from './quickbooks-files.ts'
import {
  type Booked,
  createSale,
  type QboCompany,
  type QboFault,
  type QboPayment,
  type QboSale,
} from './quickbooks-ledger.ts'
import { createPayment, deleteEntry, voidEntry } from './quickbooks-payments.ts'
import { fitsQuery, readQuery } from './quickbooks-query.ts'
import { paymentView, saleView } from './quickbooks-views.ts'

export function faultAnswer({ code, message, status }: QboFault): SimulatorAnswer {
  const type = code === '3200' ? 'AUTHENTICATION' : 'ValidationFault'
  const error = { Message: message, Detail: message, code, element: '' }
  return { status, body: { Fault: { Error: [error], type }, time: '2026-11-23T06:00:00Z' } }
}

function bookedAnswer<T>(name: string, booked: Booked<T>, view: (value: T) => object): SimulatorAnswer {
  if ('fault' in booked) return faultAnswer(booked.fault)
  return { status: 200, body: { [name]: view(booked.value), time: '2026-11-23T06:00:00Z' } }
}

function entriesOf(company: QboCompany, entity: string): object[] | undefined {
  switch (entity) {
    case 'Account':
      return company.accounts.map(({ Id, Name, Type }) => ({ Id, Name, AccountType: Type, Active: true }))
    case 'Item':
      return company.items.map((item) => ({ ...item, Active: true }))
    case 'TaxRate':
      return [...company.taxRates]
    case 'TaxCode':
      return company.taxCodes.map(({ Id, Name, rate }) => ({
        ...{ Id, Name, Active: true },
        SalesTaxRateList: { TaxRateDetail: [{ TaxRateRef: { value: rate } }] },
      }))
    case 'Customer':
      return company.customers.map(customerView)
    case 'Invoice':
    case 'RefundReceipt':
    case 'CreditMemo':
      return company.sales.filter(({ kind }) => kind === entity).map((sale) => saleView(company, sale))
    case 'Payment':
      return company.payments.map(paymentView)
    case 'Attachable':
      return company.attachables.map(attachableView)
    default:
      return undefined
  }
}

function runQuery(company: QboCompany, text: string): SimulatorAnswer | undefined {
  const query = readQuery(text)
  const entries = query && entriesOf(company, query.entity)
  if (!query || !entries) return undefined
  // What is not active is only listed when it is asked for.
  const isListed = (entry: object) =>
    !('Active' in entry) || entry.Active === true || query.conditions.some(({ path }) => path === 'Active')
  const found = entries.filter((entry) => isListed(entry) && fitsQuery(entry, query.conditions))
  const from = query.first - 1
  return { status: 200, body: { QueryResponse: { [query.entity]: found.slice(from, from + query.most) } } }
}

const FEED_DAYS = 30
const FEED_MOST = 1000

/** The feed of changes: 30 days, at most 1,000 entries. */
function readFeed(company: QboCompany, query: URLSearchParams, now: number): SimulatorAnswer | undefined {
  const since = Date.parse(query.get('changedSince') ?? '')
  if (query.get('entities') !== 'Invoice' || Number.isNaN(since)) return undefined
  if (now - since > FEED_DAYS * 86_400_000)
    return faultAnswer({ code: '2020', message: 'changedSince is more than 30 days ago', status: 400 })
  const Invoice = company.sales
    .filter(({ kind, updatedAt }) => kind === 'Invoice' && updatedAt >= since)
    .slice(0, FEED_MOST)
    .map((sale) => saleView(company, sale))
  return { status: 200, body: { CDCResponse: [{ QueryResponse: [Invoice.length > 0 ? { Invoice } : {}] }] } }
}

const PARAMETERS = [
  ...['minorversion', 'requestid', 'query', 'operation', 'include', 'entities', 'changedSince'],
]

/** What a call needs beside its request. */
export type QboCallContext = {
  readonly now: number
  /** An invoice was made or changed. */
  readonly onChanged: (id: string, kind: 'created' | 'updated') => void
}

const DELETED = {
  '/payment': 'Payment',
  '/creditmemo': 'CreditMemo',
  '/refundreceipt': 'RefundReceipt',
} as const

const invoiceOf = (value: QboSale | QboPayment) => ('invoice' in value ? value.invoice : value.id)

/** One call on the books of a company; `undefined`: there is no such call. */
export function callQuickBooks(
  company: QboCompany,
  request: SimulatorRequest,
  { now, onChanged }: QboCallContext,
): SimulatorAnswer | undefined {
  const { method, path, query } = request
  if ([...query.keys()].some((name) => !PARAMETERS.includes(name))) return undefined
  if (method === 'GET') {
    if (path === `/companyinfo/${company.id}`)
      return { status: 200, body: { CompanyInfo: { CompanyName: company.name, Country: 'TZ' } } }
    if (path === '/preferences') {
      const Preferences = {
        CurrencyPrefs: { HomeCurrency: { value: company.currency } },
        TaxPrefs: { UsingSalesTax: true },
        SalesFormsPrefs: { CustomTxnNumbers: company.ownNumbers },
      }
      return { status: 200, body: { Preferences } }
    }
    if (path === '/cdc') return readFeed(company, query, now)
    return path === '/query' ? runQuery(company, query.get('query') ?? '') : undefined
  }
  if (path === '/upload') {
    const uploaded = uploadFile(company, request)
    // The answer is a success although the file was refused.
    const body =
      'fault' in uploaded
        ? fieldsOf(faultAnswer(uploaded.fault).body)
        : { Attachable: attachableView(uploaded.value) }
    return { status: 200, body: { AttachableResponse: [body] } }
  }
  const touch = <T>(
    booked: Booked<T>,
    idOf: (value: T) => string,
    kind: 'created' | 'updated' = 'updated',
  ) => {
    const sale = 'value' in booked ? company.sales.find(({ id }) => id === idOf(booked.value)) : undefined
    if (sale?.kind === 'Invoice') {
      sale.updatedAt = now
      onChanged(sale.id, kind)
    }
    return booked
  }
  const given = fieldsOf(JSON.parse(request.body))
  const operation = query.get('operation')
  if (operation !== null) {
    if (path === '/invoice' && operation === 'void')
      return bookedAnswer(
        'Invoice',
        touch(voidEntry(company, 'invoice', given), ({ id }) => id),
        ({ id, version }) => ({
          ...{ Id: id, SyncToken: String(version) },
        }),
      )
    if (path === '/payment' && operation === 'update' && query.get('include') === 'void')
      return bookedAnswer(
        'Payment',
        touch(voidEntry(company, 'payment', given), invoiceOf),
        ({ id, version }) => ({
          ...{ Id: id, SyncToken: String(version) },
        }),
      )
    const kind = Object.entries(DELETED).find(([known]) => known === path)?.[1]
    if (kind === undefined || operation !== 'delete') return undefined
    return bookedAnswer(kind, touch(deleteEntry(company, kind, given), invoiceOf), ({ id }) => ({
      ...{ Id: id, status: 'Deleted', domain: 'QBO' },
    }))
  }
  const view = (sale: QboSale) => saleView(company, sale)
  switch (path) {
    case '/customer':
      return bookedAnswer('Customer', writeCustomer(company, given), customerView)
    case '/invoice':
      return bookedAnswer(
        'Invoice',
        touch(createSale(company, 'Invoice', given, now), ({ id }) => id, 'created'),
        view,
      )
    case '/refundreceipt':
      return bookedAnswer('RefundReceipt', createSale(company, 'RefundReceipt', given, now), view)
    case '/creditmemo':
      return bookedAnswer('CreditMemo', createSale(company, 'CreditMemo', given, now), view)
    case '/payment':
      return bookedAnswer('Payment', touch(createPayment(company, given), invoiceOf), paymentView)
    case '/attachable':
      return bookedAnswer('Attachable', createNote(company, given), attachableView)
    default:
      return undefined
  }
}
