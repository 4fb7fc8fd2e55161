import * as v from 'valibot'
import type { BookProblem } from '#domain/accounting/book-problem.ts'
import { centsOf } from '../accounting/amounts.ts'
import type { BookAnswer } from '../accounting/exchange.ts'
import type { BookEntry, BookOutcome } from '../accounting/gateway.ts'

const messages = v.array(v.object({ Message: v.string() }))
const elementSchema = v.object({
  StatusAttributeString: v.optional(v.string()),
  ValidationErrors: v.optional(messages),
  InvoiceID: v.optional(v.string()),
  InvoiceNumber: v.optional(v.string()),
  CreditNoteID: v.optional(v.string()),
  CreditNoteNumber: v.optional(v.string()),
  PaymentID: v.optional(v.string()),
  ContactID: v.optional(v.string()),
  TaxNumber: v.optional(v.string()),
  ContactStatus: v.optional(v.string()),
  MergedToContactID: v.optional(v.string()),
  Status: v.optional(v.string()),
  Total: v.optional(v.number()),
  TotalTax: v.optional(v.number()),
  Amount: v.optional(v.number()),
  AllocationID: v.optional(v.string()),
  Invoice: v.optional(v.object({ InvoiceID: v.optional(v.string()) })),
})
export type XeroElement = v.InferOutput<typeof elementSchema>

const answerSchema = v.object({
  Allocations: v.optional(v.array(elementSchema)),
  Invoices: v.optional(v.array(elementSchema)),
  CreditNotes: v.optional(v.array(elementSchema)),
  Payments: v.optional(v.array(elementSchema)),
  Contacts: v.optional(v.array(elementSchema)),
})
const validationSchema = v.object({
  Elements: v.array(v.object({ ValidationErrors: v.optional(messages) })),
})

function problemOf(text: string): BookProblem {
  if (/lock date|period/i.test(text)) return 'period'
  if (/account code|taxtype|account cannot|could not be found/i.test(text)) return 'mapping'
  return 'refused'
}

function refusal(words: readonly string[]): BookOutcome<never> {
  const detail = words.join(' ').slice(0, 500)
  // The number of an archived contact is never free again.
  if (/must be unique|already assigned|matched an archived contact/i.test(detail))
    return { kind: 'duplicate', detail }
  return { kind: 'refused', problem: problemOf(detail), detail }
}

/** What an answer says when it is not a success: the classes of integrations (Xero error codes). */
function failure({ status, body, text, retryAfterMs }: BookAnswer): BookOutcome<never> {
  if (status === 401) return /AuthorizationUnsuccessful/.test(text) ? { kind: 'ended' } : { kind: 'expired' }
  // A subscription that ended is refused too, and connecting again would not resolve it.
  if (status === 403)
    return /AuthenticationUnsuccessful/.test(text)
      ? { kind: 'ended' }
      : { kind: 'refused', problem: 'read-only', detail: `status 403 ${text.slice(0, 200)}` }
  if (status === 429) return { kind: 'limited', waitMs: retryAfterMs ?? 60_000 }
  const read = v.safeParse(validationSchema, body)
  if (status === 400 && read.success)
    return refusal(
      read.output.Elements.flatMap(({ ValidationErrors = [] }) =>
        ValidationErrors.map(({ Message }) => Message),
      ),
    )
  if (status >= 400 && status < 500)
    return { kind: 'refused', problem: 'refused', detail: `status ${status} ${text.slice(0, 200)}` }
  return { kind: 'unknown', detail: `status ${status}` }
}

/** The elements of an answer, whatever their list is called; a failed element refuses although the status is 200. */
export function readElements(answer: BookAnswer | { readonly lost: string }): BookOutcome<XeroElement[]> {
  if ('lost' in answer) return { kind: 'unknown', detail: answer.lost }
  if (answer.status !== 200) return failure(answer)
  const read = v.safeParse(answerSchema, answer.body)
  if (!read.success) return { kind: 'unknown', detail: 'the answer is not readable' }
  const { Invoices, CreditNotes, Payments, Allocations, Contacts } = read.output
  const elements = Invoices ?? CreditNotes ?? Payments ?? Allocations ?? Contacts
  if (elements === undefined) return { kind: 'unknown', detail: 'the answer is not readable' }
  const failed = elements.find(({ StatusAttributeString }) => StatusAttributeString === 'ERROR')
  if (failed) return refusal((failed.ValidationErrors ?? []).map(({ Message }) => Message))
  return { kind: 'ok', value: elements }
}

/** An element as an entry of the books. */
export function entryOf(element: XeroElement): BookEntry {
  return {
    id: element.InvoiceID ?? element.CreditNoteID ?? element.PaymentID ?? element.AllocationID ?? '',
    number: element.InvoiceNumber ?? element.CreditNoteNumber ?? '',
    total: centsOf(element.Total ?? element.Amount),
    tax: centsOf(element.TotalTax),
  }
}

const appliedSchema = v.object({
  CreditNotes: v.pipe(v.array(v.object({ Allocations: v.optional(v.array(elementSchema)) })), v.minLength(1)),
})

/** What was applied of a credit note to an invoice; `null`: nothing. */
export function readApplied(
  invoiceId: string,
  answer: BookAnswer | { readonly lost: string },
): BookOutcome<BookEntry | null> {
  const read = readWith(appliedSchema, answer)
  if (read.kind !== 'ok') return read
  const found = read.value.CreditNotes[0]?.Allocations?.find(
    ({ Invoice }) => Invoice?.InvoiceID === invoiceId,
  )
  return { kind: 'ok', value: found ? entryOf(found) : null }
}

/** The first element of a successful write. */
export function readEntry(answer: BookAnswer | { readonly lost: string }): BookOutcome<BookEntry> {
  const read = readElements(answer)
  if (read.kind !== 'ok') return read
  const [first] = read.value
  return first ? { kind: 'ok', value: entryOf(first) } : { kind: 'unknown', detail: 'the answer is empty' }
}

/** The text of any other answer, checked by a schema. */
export function readWith<T>(
  schema: v.GenericSchema<unknown, T>,
  answer: BookAnswer | { readonly lost: string },
): BookOutcome<T> {
  if ('lost' in answer) return { kind: 'unknown', detail: answer.lost }
  if (answer.status !== 200) return failure(answer)
  const read = v.safeParse(schema, answer.body)
  return read.success
    ? { kind: 'ok', value: read.output }
    : { kind: 'unknown', detail: 'the answer is not readable' }
}
