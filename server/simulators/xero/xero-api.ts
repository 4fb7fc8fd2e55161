import { randomUUID } from 'node:crypto'
import { fieldsOf, listOf, textOf } from '../accounting/figures.ts'
import type { SimulatorAnswer, SimulatorRequest } from '../accounting/serve-simulator.ts'
import { createAllocation, deleteAllocation } from './xero-allocations.ts'
import { contactView, createContact } from './xero-contacts.ts'
import {
  type Checked,
  createDocument,
  createPayment,
  deletePayment,
  voidInvoice,
  type XeroDocument,
  type XeroOrganization,
} from './xero-ledger.ts'
import { allocationView, documentView, paymentView } from './xero-views.ts'
import { fits, readWhere } from './xero-where.ts'

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

/** The query parameters of each call; another one is a mistake of the client. */
const PARAMETERS = [
  ...['where', 'page', 'pageSize', 'InvoiceNumbers', 'summarizeErrors', 'unitdp', 'summaryOnly'],
  ...['IncludeOnline', 'includeArchived'],
]

/** What a call needs beside its request. */
export type XeroCallContext = {
  readonly now: number
  /** An invoice was made or changed. */
  readonly onChanged: (id: string, kind: 'created' | 'updated') => void
}

/** The permission that a path needs. */
export function scopeFor(path: string): string {
  if (/^\/(Organisation|Accounts|TaxRates)/.test(path)) return 'accounting.settings.read'
  if (path.startsWith('/Contacts')) return 'accounting.contacts'
  if (path.startsWith('/Payments')) return 'accounting.payments'
  return path.includes('/Attachments') ? 'accounting.attachments' : 'accounting.invoices'
}

/** One page of a list; without a page everything, and then without lines. */
function pageOf<T>(list: readonly T[], query: URLSearchParams): readonly T[] {
  const page = Number(query.get('page') ?? '1')
  const size = Number(query.get('pageSize') ?? '100')
  return query.has('page') ? list.slice((page - 1) * size, page * size) : list
}

/** The moment of `If-Modified-Since`, which is in UTC without a zone. */
function modifiedSince({ headers }: SimulatorRequest): number {
  const text = headers['if-modified-since']
  return text === undefined ? 0 : Date.parse(`${text}Z`)
}

function listDocuments(
  organization: XeroOrganization,
  request: SimulatorRequest,
  kind: 'Invoice' | 'CreditNote',
): SimulatorAnswer | undefined {
  const { query } = request
  const where = readWhere(query.get('where'))
  const since = modifiedSince(request)
  if (where === undefined || Number.isNaN(since) || Number(query.get('pageSize') ?? '1') > 1000)
    return undefined
  const numbers = query.get('InvoiceNumbers')?.split(',')
  const list = kind === 'Invoice' ? organization.invoices : organization.creditNotes
  const found = list.filter(
    (document) =>
      (numbers === undefined || numbers.includes(document.number)) &&
      document.updatedAt >= since &&
      fits(where, {
        ...{ Type: kind === 'Invoice' ? 'ACCREC' : 'ACCRECCREDIT', Date: document.date },
        ...(kind === 'CreditNote' && { CreditNoteNumber: document.number }),
      }),
  )
  const withLines = query.has('page') && query.get('summaryOnly') !== 'true'
  const views = pageOf(found, query).map((one) => documentView(organization, one, kind, withLines))
  return { status: 200, body: { [`${kind}s`]: views } }
}

function readList(organization: XeroOrganization, request: SimulatorRequest): SimulatorAnswer | undefined {
  const { path, query } = request
  const where = readWhere(query.get('where'))
  if (where === undefined) return undefined
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
      const isAsked = ({ ContactStatus }: { ContactStatus: string }) =>
        ContactStatus === 'ACTIVE' || query.get('includeArchived') === 'true'
      const Contacts = organization.contacts
        .map(contactView)
        .filter((contact) => isAsked(contact) && fits(where, contact))
      return { status: 200, body: { Contacts } }
    }
    case '/Invoices':
      return listDocuments(organization, request, 'Invoice')
    case '/CreditNotes':
      return listDocuments(organization, request, 'CreditNote')
    case '/Payments': {
      const Payments = organization.payments
        .filter(({ id, reference, target }) =>
          fits(where, { PaymentID: id, Reference: reference, 'Invoice.InvoiceID': target }),
        )
        .map(paymentView)
      return { status: 200, body: { Payments } }
    }
    default:
      return readOne(organization, path)
  }
}

function attachmentViews({ attachments }: XeroDocument): object {
  return {
    Attachments: attachments.map(({ id, fileName, size }) => ({
      ...{ AttachmentID: id, FileName: fileName, ContentLength: size, MimeType: 'application/pdf' },
    })),
  }
}

const NOT_FOUND: SimulatorAnswer = { status: 404, body: 'The resource you are looking for cannot be found' }

/** A contact, an invoice, its files or its history, or a credit note. */
function readOne(organization: XeroOrganization, path: string): SimulatorAnswer | undefined {
  const [, contactId] = /^\/Contacts\/([0-9a-f-]+)$/.exec(path) ?? []
  if (contactId !== undefined) {
    const contact = organization.contacts.find(({ ContactID }) => ContactID === contactId)
    return contact ? { status: 200, body: { Contacts: [contactView(contact)] } } : NOT_FOUND
  }
  const [, credit] = /^\/CreditNotes\/([0-9a-f-]+)$/.exec(path) ?? []
  const note = organization.creditNotes.find((known) => known.id === credit)
  if (note)
    return { status: 200, body: { CreditNotes: [documentView(organization, note, 'CreditNote', true)] } }
  const [, id, list] = /^\/Invoices\/([0-9a-f-]+)(?:\/(Attachments|History))?$/.exec(path) ?? []
  if (id === undefined) return undefined
  const invoice = organization.invoices.find((known) => known.id === id)
  if (!invoice) return NOT_FOUND
  if (list === 'Attachments') return { status: 200, body: attachmentViews(invoice) }
  if (list === 'History')
    return {
      status: 200,
      body: { HistoryRecords: invoice.history.map((Details) => ({ Changes: 'Note', Details })) },
    }
  return { status: 200, body: { Invoices: [documentView(organization, invoice, 'Invoice', true)] } }
}

/** Puts a file or a note beside an invoice; `undefined`: the call is another one. */
function putBeside(organization: XeroOrganization, request: SimulatorRequest): SimulatorAnswer | undefined {
  const [, id, list, name] =
    /^\/Invoices\/([0-9a-f-]+)\/(Attachments|History)(?:\/([^/]+))?$/.exec(request.path) ?? []
  const invoice = organization.invoices.find((known) => known.id === id)
  if (!invoice) return undefined
  if (list === 'Attachments' && name !== undefined) {
    const size = request.bytes.length
    if (!request.headers['content-type']?.startsWith('application/pdf') || size === 0)
      return validation(['The file is empty or of another type'])
    if (invoice.attachments.length >= 10) return validation(['An invoice may have 10 attachments'])
    const fileName = decodeURIComponent(name)
    invoice.attachments.push({ id: randomUUID(), fileName, size })
    return { status: 200, body: attachmentViews(invoice) }
  }
  if (list !== 'History' || name !== undefined) return undefined
  const [record] = listOf(fieldsOf(JSON.parse(request.body))['HistoryRecords'])
  const details = textOf(record?.['Details'])
  if (details === '' || details.length > 2500) return validation(['Details must have 1 to 2500 characters'])
  invoice.history.push(details)
  return { status: 200, body: { HistoryRecords: [{ Changes: 'Note', Details: details }] } }
}

/** One call on the books of an organization; `undefined`: there is no such call. */
export function callXero(
  organization: XeroOrganization,
  request: SimulatorRequest,
  { now, onChanged }: XeroCallContext,
): SimulatorAnswer | undefined {
  const { method, path, query } = request
  const foreign = [...query.keys()].find((name) => !PARAMETERS.includes(name))
  if (foreign !== undefined) return undefined
  if (method === 'GET') return readList(organization, request)
  if (method === 'PUT' && /\/(Attachments|History)/.test(path)) return putBeside(organization, request)
  const touch = (id: string, kind: 'created' | 'updated' = 'updated') => {
    const invoice = organization.invoices.find((known) => known.id === id)
    if (!invoice) return
    invoice.updatedAt = now
    onChanged(id, kind)
  }
  if (method === 'DELETE') {
    const [, credit, id] = /^\/CreditNotes\/([0-9a-f-]+)\/Allocations\/([0-9a-f-]+)$/.exec(path) ?? []
    if (credit === undefined || id === undefined) return undefined
    const checked = deleteAllocation(organization, credit, id)
    if ('messages' in checked) return validation(checked.messages)
    touch(checked.value.invoice)
    return { status: 200, body: { AllocationId: id, IsDeleted: true } }
  }
  const body = fieldsOf(JSON.parse(request.body))
  if (method === 'PUT') {
    if (path === '/Contacts') {
      const [given] = listOf(body['Contacts'])
      return answerOf('Contacts', createContact(organization, given ?? {}), contactView)
    }
    if (path === '/Invoices') {
      const [given] = listOf(body['Invoices'])
      const checked = createDocument(organization, 'invoice', given ?? {}, now)
      if ('value' in checked) touch(checked.value.id, 'created')
      return answerOf('Invoices', checked, (invoice) => documentView(organization, invoice, 'Invoice'))
    }
    if (path === '/CreditNotes') {
      const [given] = listOf(body['CreditNotes'])
      return answerOf('CreditNotes', createDocument(organization, 'credit', given ?? {}, now), (note) =>
        documentView(organization, note, 'CreditNote'),
      )
    }
    if (path === '/Payments') {
      const checked = createPayment(organization, body)
      if ('messages' in checked) return validation(checked.messages)
      touch(checked.value.target)
      return answerOf('Payments', checked, paymentView)
    }
    const [, credit] = /^\/CreditNotes\/([0-9a-f-]+)\/Allocations$/.exec(path) ?? []
    if (credit === undefined) return undefined
    const checked = createAllocation(organization, credit, listOf(body['Allocations'])[0] ?? {})
    if ('value' in checked) touch(checked.value.invoice)
    return answerOf('Allocations', checked, allocationView)
  }
  const [, list, id = ''] = /^\/(Invoices|Payments)\/([0-9a-f-]+)$/.exec(path) ?? []
  if (method !== 'POST' || list === undefined) return undefined
  if (list === 'Payments' && body['Status'] === 'DELETED') {
    const checked = deletePayment(organization, id)
    if ('messages' in checked) return validation(checked.messages)
    touch(checked.value.target)
    return answerOf('Payments', checked, paymentView)
  }
  if (list === 'Invoices' && body['Status'] === 'VOIDED') {
    const checked = voidInvoice(organization, id)
    if ('messages' in checked) return validation(checked.messages)
    touch(id)
    return answerOf('Invoices', checked, (invoice) => documentView(organization, invoice, 'Invoice'))
  }
  return undefined
}
