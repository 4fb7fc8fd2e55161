import { fieldsOf } from '../accounting/figures.ts'
import type { SimulatorAnswer, SimulatorRequest } from '../accounting/serve-simulator.ts'
import {
  type Booked,
  balanceOf,
  createCustomer,
  createPayment,
  createSale,
  type QboCompany,
  type QboFault,
  type QboPayment,
  type QboSale,
  voidEntry,
} from './quickbooks-ledger.ts'

const amount = (cents: number) => cents / 100

export function faultAnswer({ code, message, status }: QboFault): SimulatorAnswer {
  const type = code === '3200' ? 'AUTHENTICATION' : 'ValidationFault'
  const error = { Message: message, Detail: message, code, element: '' }
  return { status, body: { Fault: { Error: [error], type }, time: '2026-11-23T06:00:00Z' } }
}

function saleView(company: QboCompany, sale: QboSale) {
  return {
    ...{ Id: sale.id, SyncToken: String(sale.version), DocNumber: sale.number, TxnDate: sale.date },
    ...{ TotalAmt: amount(sale.total), Balance: amount(balanceOf(company, sale)), PrivateNote: sale.note },
    CustomerRef: { value: sale.customer },
    TxnTaxDetail: { TotalTax: amount(sale.tax) },
  }
}

function paymentView(payment: QboPayment) {
  return {
    ...{ Id: payment.id, SyncToken: String(payment.version), TotalAmt: amount(payment.amount) },
    ...{ PrivateNote: payment.note, TxnDate: payment.date, CustomerRef: { value: payment.customer } },
  }
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
      return [...company.customers]
    case 'Invoice':
    case 'RefundReceipt':
      return company.sales.filter(({ kind }) => kind === entity).map((sale) => saleView(company, sale))
    case 'Payment':
      return company.payments.map(paymentView)
    default:
      return undefined
  }
}

function fieldText(entry: object, field: string): string {
  const value = fieldsOf(entry)[field]
  return field.endsWith('Ref') ? String(fieldsOf(value)['value']) : String(value)
}

/** `select * from Entity where A = 'x' and B = 'y' startposition 1 maxresults 1000`. */
function runQuery(company: QboCompany, text: string): SimulatorAnswer | undefined {
  const pattern = /^select \* from (\w+)(?: where (.+?))?(?: startposition (\d+) maxresults (\d+))?$/i
  const [, entity = '', where = '', first = '1', most = '100'] = pattern.exec(text) ?? []
  const entries = entriesOf(company, entity)
  if (!entries || Number(most) > 1000) return undefined
  const conditions = where === '' ? [] : where.split(/ and /i)
  const wanted = conditions.map((condition) => /^(\w+) = '((?:[^'\\]|\\.)*)'$/.exec(condition))
  if (wanted.some((condition) => condition === null)) return undefined
  const found = entries.filter((entry) =>
    wanted.every(
      (condition) =>
        fieldText(entry, condition?.[1] ?? '').toLowerCase() ===
        (condition?.[2] ?? '').replaceAll(/\\(.)/g, '$1').toLowerCase(),
    ),
  )
  const from = Number(first) - 1
  return { status: 200, body: { QueryResponse: { [entity]: found.slice(from, from + Number(most)) } } }
}

const PARAMETERS = ['minorversion', 'requestid', 'query', 'operation', 'include']

/** One call on the books of a company; `undefined`: there is no such call. */
export function callQuickBooks(company: QboCompany, request: SimulatorRequest): SimulatorAnswer | undefined {
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
    return path === '/query' ? runQuery(company, query.get('query') ?? '') : undefined
  }
  const given = fieldsOf(JSON.parse(request.body))
  const operation = query.get('operation')
  if (operation !== null) {
    if (path === '/invoice' && operation === 'void')
      return bookedAnswer('Invoice', voidEntry(company, 'invoice', given), ({ id, version }) => ({
        ...{ Id: id, SyncToken: String(version) },
      }))
    if (path === '/payment' && operation === 'update' && query.get('include') === 'void')
      return bookedAnswer('Payment', voidEntry(company, 'payment', given), ({ id, version }) => ({
        ...{ Id: id, SyncToken: String(version) },
      }))
    return undefined
  }
  const view = (sale: QboSale) => saleView(company, sale)
  switch (path) {
    case '/customer':
      return bookedAnswer('Customer', createCustomer(company, given), (customer) => customer)
    case '/invoice':
      return bookedAnswer('Invoice', createSale(company, 'Invoice', given), view)
    case '/refundreceipt':
      return bookedAnswer('RefundReceipt', createSale(company, 'RefundReceipt', given), view)
    case '/payment':
      return bookedAnswer('Payment', createPayment(company, given), paymentView)
    default:
      return undefined
  }
}
