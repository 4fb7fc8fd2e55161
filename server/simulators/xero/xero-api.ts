import { fieldsOf, listOf } from '../accounting/figures.ts'
import type { SimulatorAnswer, SimulatorRequest } from '../accounting/serve-simulator.ts'
import {
  amountDue,
  type Checked,
  createContact,
  createDocument,
  createPayment,
  deletePayment,
  livePayments,
  voidInvoice,
  type XeroDocument,
  type XeroOrganization,
  type XeroPayment,
} from './xero-ledger.ts'

const amount = (cents: number) => cents / 100

function documentView(
  organization: XeroOrganization,
  document: XeroDocument,
  kind: 'Invoice' | 'CreditNote',
) {
  const left = amountDue(organization, document)
  return {
    [`${kind}ID`]: document.id,
    [`${kind}Number`]: document.number,
    ...{ Status: document.status, Contact: { ContactID: document.contactId }, Url: document.url },
    ...{ SubTotal: amount(document.total - document.tax), TotalTax: amount(document.tax) },
    Total: amount(document.total),
    [kind === 'Invoice' ? 'AmountDue' : 'RemainingCredit']: amount(left),
    DateString: `${document.date}T00:00:00`,
    Payments: livePayments(organization, document.id).map(({ id }) => ({ PaymentID: id })),
  }
}

function paymentView({ id, amount: cents, reference, status, target }: XeroPayment) {
  return {
    ...{ PaymentID: id, Amount: amount(cents), Reference: reference, Status: status },
    Invoice: { InvoiceID: target },
  }
}

/** Answers a list: with `summarizeErrors=false` a failed element comes with 200, without it the request fails. */
function answerOf<T>(name: string, checked: Checked<T>, view: (value: T) => object): SimulatorAnswer {
  if ('value' in checked)
    return {
      status: 200,
      body: { Status: 'OK', [name]: [{ ...view(checked.value), StatusAttributeString: 'OK' }] },
    }
  const ValidationErrors = checked.messages.map((Message) => ({ Message }))
  return {
    status: 200,
    body: { Status: 'OK', [name]: [{ StatusAttributeString: 'ERROR', ValidationErrors }] },
  }
}

function validation(messages: readonly string[]): SimulatorAnswer {
  return {
    status: 400,
    body: {
      ...{ ErrorNumber: 10, Type: 'ValidationException', Message: 'A validation exception occurred' },
      Elements: [{ ValidationErrors: messages.map((Message) => ({ Message })) }],
    },
  }
}

/** `Field=="text"` or `Field==guid("…")`: the part of the filter language that is understood. */
function readWhere(text: string | null): { field: string; value: string } | undefined {
  const match = /^([A-Za-z.]+)==(?:"([^"]*)"|guid\("([^"]*)"\))$/i.exec(text ?? '')
  return match ? { field: match[1] ?? '', value: match[2] ?? match[3] ?? '' } : undefined
}

/** The query parameters of each call; another one is a mistake of the client. */
const PARAMETERS = ['where', 'page', 'pageSize', 'InvoiceNumbers', 'summarizeErrors', 'unitdp']

/** The permission that a path needs. */
export function scopeFor(path: string): string {
  if (/^\/(Organisation|Accounts|TaxRates)/.test(path)) return 'accounting.settings.read'
  if (path.startsWith('/Contacts')) return 'accounting.contacts'
  if (path.startsWith('/Payments')) return 'accounting.payments'
  return 'accounting.invoices'
}

function readList(
  organization: XeroOrganization,
  { path, query }: SimulatorRequest,
): SimulatorAnswer | undefined {
  const where = readWhere(query.get('where'))
  switch (path) {
    case '/Organisation': {
      const { name, currency, lockDate } = organization
      const Organisation = { Name: name, BaseCurrency: currency, CountryCode: 'TZ', PeriodLockDate: lockDate }
      return { status: 200, body: { Organisations: [Organisation] } }
    }
    case '/Accounts':
      return { status: 200, body: { Accounts: organization.accounts } }
    case '/TaxRates':
      return { status: 200, body: { TaxRates: organization.taxRates } }
    case '/Contacts': {
      const found = organization.contacts.filter((contact) => {
        if (where?.field === 'Name') return contact.Name.toLowerCase() === where.value.toLowerCase()
        if (where?.field === 'ContactNumber') return contact.ContactNumber === where.value
        return where?.field === 'TaxNumber' && contact.TaxNumber === where.value
      })
      return { status: 200, body: { Contacts: found } }
    }
    case '/Invoices': {
      const numbers = query.get('InvoiceNumbers')?.split(',') ?? []
      const found = organization.invoices.filter(({ number }) => numbers.includes(number))
      return {
        status: 200,
        body: { Invoices: found.map((invoice) => documentView(organization, invoice, 'Invoice')) },
      }
    }
    case '/CreditNotes': {
      const found = organization.creditNotes.filter(
        ({ number }) => where?.field === 'CreditNoteNumber' && number === where.value,
      )
      return {
        status: 200,
        body: { CreditNotes: found.map((note) => documentView(organization, note, 'CreditNote')) },
      }
    }
    case '/Payments': {
      const found = organization.payments.filter(
        ({ id, reference }) =>
          where?.value === (where?.field === 'PaymentID' ? id : reference) &&
          ['PaymentID', 'Reference'].includes(where.field),
      )
      return { status: 200, body: { Payments: found.map(paymentView) } }
    }
    default:
      return undefined
  }
}

/** One call on the books of an organization; `undefined`: there is no such call. */
export function callXero(
  organization: XeroOrganization,
  request: SimulatorRequest,
): SimulatorAnswer | undefined {
  const { method, path, query } = request
  const foreign = [...query.keys()].find((name) => !PARAMETERS.includes(name))
  if (foreign !== undefined) return undefined
  if (method === 'GET') return readList(organization, request)
  const body = fieldsOf(JSON.parse(request.body))
  if (method === 'PUT') {
    if (path === '/Contacts') {
      const [given] = listOf(body['Contacts'])
      return answerOf('Contacts', createContact(organization, given ?? {}), (contact) => contact)
    }
    if (path === '/Invoices') {
      const [given] = listOf(body['Invoices'])
      return answerOf('Invoices', createDocument(organization, 'invoice', given ?? {}), (invoice) =>
        documentView(organization, invoice, 'Invoice'),
      )
    }
    if (path === '/CreditNotes') {
      const [given] = listOf(body['CreditNotes'])
      return answerOf('CreditNotes', createDocument(organization, 'credit', given ?? {}), (note) =>
        documentView(organization, note, 'CreditNote'),
      )
    }
    if (path === '/Payments') {
      const checked = createPayment(organization, body)
      return 'messages' in checked ? validation(checked.messages) : answerOf('Payments', checked, paymentView)
    }
    return undefined
  }
  const [, list, id = ''] = /^\/(Invoices|Payments)\/([0-9a-f-]+)$/.exec(path) ?? []
  if (method !== 'POST' || list === undefined) return undefined
  if (list === 'Payments' && body['Status'] === 'DELETED') {
    const checked = deletePayment(organization, id)
    return 'messages' in checked ? validation(checked.messages) : answerOf('Payments', checked, paymentView)
  }
  if (list === 'Invoices' && body['Status'] === 'VOIDED') {
    const checked = voidInvoice(organization, id)
    return 'messages' in checked
      ? validation(checked.messages)
      : answerOf('Invoices', checked, (invoice) => documentView(organization, invoice, 'Invoice'))
  }
  return undefined
}
