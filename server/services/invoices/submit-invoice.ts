import type { OperationBody } from '#contract/operations.ts'
import { type Instant, toInstant } from '#domain/calendar/east-africa.ts'
import { isVatRegistered } from '#domain/companies/company.ts'
import type { Invoice, InvoiceContent } from '#domain/invoices/invoice.ts'
import { normalizeContent } from '#domain/invoices/normalize-content.ts'
import { sameContent } from '#domain/invoices/same-content.ts'
import { mayDiscount } from '#domain/permissions/operator-rights.ts'
import { Refusal } from '../../ports/refusal.ts'
import { insertAuditEntries } from '../../storage/accounts/audit.ts'
import { type FiscalIdentity, lockCompanyIdentity } from '../../storage/fiscal/identities.ts'
import { type DraftWriter, lockStoredInvoices, type StoredInvoice } from '../../storage/invoices/invoices.ts'
import { requireRight, type ServiceContext } from '../context.ts'
import { companyRates } from '../fiscal/company-rates.ts'
import type { Executed, Execution } from '../operations/execution.ts'
import { invoiceChange } from '../operations/feed-changes.ts'
import { findApprovers, requireOperatorRight } from '../operations/require-operator-right.ts'
import { RetryLater } from '../operations/retry-later.ts'
import { requireVisibleSale } from '../visible-sales.ts'
import {
  changedElsewhere,
  composeDraft,
  getCompany,
  resolveContents,
  writerAfter,
} from './compose-invoice.ts'
import { numberInvoices, requireNumbering } from './number-invoices.ts'
import { findKnownIds, validateSubmission } from './validate-submission.ts'

/** One sale that a person asks to be numbered, from one device. */
export type Submission = {
  readonly context: ServiceContext
  readonly deviceId: string
  readonly body: OperationBody<'invoice.submit'>
}

/**
 * The outcome of one submission among several: a refusal or delay of one leaves no trace and does not touch
 * the others.
 */
export type SubmissionOutcome =
  | { readonly kind: 'executed'; readonly executed: Executed }
  | { readonly kind: 'failed'; readonly error: Refusal | RetryLater }

type Accepted = {
  readonly draft: Invoice
  /** The company's VRN now. */
  readonly vrn: string
  readonly writer: DraftWriter
  readonly submission: Submission
  /** The owner's approval, where it needed one. */
  readonly approved: ReturnType<typeof requireOperatorRight>
}

/** The answer to a submission whose invoice exists already; `undefined` when it may continue. */
function resolveStored(
  submission: Submission,
  stored: StoredInvoice,
  content: InvoiceContent,
): Executed | undefined {
  const { invoice } = stored
  if (invoice.receipt) {
    if (!sameContent(invoice, content)) {
      throw new Refusal('INVOICE_SUBMITTED_DIFFERENTLY', { data: { rctvnum: invoice.receipt.rctvnum } })
    }
    return { change: invoiceChange(invoice), changed: [] }
  }
  if (invoice.status === 'canceled') throw new Refusal('INVOICE_ALREADY_CANCELED')
  if (changedElsewhere(submission, stored, submission.body.baseRev) && !sameContent(invoice, content)) {
    throw new Refusal('INVOICE_CHANGED_ELSEWHERE', { data: { rev: invoice.rev } })
  }
  return undefined
}

/** Returns the result of `validate`, or its refusal or delay as a value. Other errors are thrown. */
function catchRefusal<T>(validate: () => T): T | Extract<SubmissionOutcome, { kind: 'failed' }> {
  try {
    return validate()
  } catch (error) {
    if (error instanceof Refusal || error instanceof RetryLater) return { kind: 'failed', error }
    throw error
  }
}

/**
 * Checks every submission against what is stored, and returns its outcome or the draft that is to be
 * numbered.
 */
async function validateAll(
  transaction: Pick<Execution, 'tx' | 'scope'> & { readonly identity: FiscalIdentity | undefined },
  submissions: readonly Submission[],
  at: Instant,
): Promise<(SubmissionOutcome | Accepted)[]> {
  const { tx, scope } = transaction
  const contents = await resolveContents(
    transaction,
    submissions.map(({ body }) => body.content),
  )
  const stored = await lockStoredInvoices(
    tx,
    scope,
    submissions.map(({ body }) => body.invoiceId),
  )
  const known = await findKnownIds(transaction, contents)
  const company = await getCompany(transaction)
  const vatRegistered = isVatRegistered(company)
  const rates = await companyRates(tx, transaction.identity)
  const approvers = await findApprovers(
    transaction,
    submissions.map(({ body }) => body.approval),
  )
  return submissions.map((submission, index) =>
    catchRefusal((): SubmissionOutcome | Accepted => {
      const { context, body } = submission
      requireRight(context, 'invoice.submit', scope)
      const resolvedContent = contents[index] ?? body.content
      const before = stored.get(body.invoiceId)
      if (before) requireVisibleSale(context, before.invoice)
      const executed = before && resolveStored(submission, before, resolvedContent)
      if (executed) return { kind: 'executed', executed }
      const content = normalizeContent(resolvedContent)
      const allowed = mayDiscount(context.rights, content.lines)
      const approved = requireOperatorRight(allowed, body.approval, approvers)
      const { totals, saleAt } = body
      validateSubmission(known, at, { content, totals, saleAt, company, rates })
      const draft = composeDraft({ context, scope }, body, content, vatRegistered, before?.invoice)
      return { draft, vrn: company.vrn, writer: writerAfter(submission, before), submission, approved }
    }),
  )
}

/** Numbers what was accepted, in its order, and writes who asked for it. */
async function numberAll(
  { tx, scope }: Pick<Execution, 'tx' | 'scope'>,
  identity: FiscalIdentity,
  accepted: readonly Accepted[],
  at: Instant,
): Promise<ReadonlyMap<string, Executed>> {
  const [first] = accepted
  if (first === undefined) return new Map()
  const { encryption: sealer, onCrashPoint: reached } = first.submission.context
  const writers = new Map(accepted.map(({ draft, writer }) => [draft.id, writer]))
  const approvals = new Map(accepted.map(({ draft, approved }) => [draft.id, approved]))
  const { invoices, changed } = await numberInvoices(
    { tx, scope, encryption: sealer },
    identity,
    accepted.map(({ draft, vrn }) => ({ draft, vrn, at })),
    at,
    ({ id }) => writers.get(id) ?? { device: null, othersRev: 0 },
  )
  await insertAuditEntries(
    tx,
    invoices.map((invoice) => ({
      companyId: scope.companyId,
      userId: invoice.operatorId,
      deviceId: writers.get(invoice.id)?.device ?? null,
      at,
      action: 'invoice.submit',
      subject: `invoice:${invoice.id}`,
      detail: {
        rctvnum: invoice.receipt?.rctvnum,
        saleAt: invoice.saleAt,
        ...approvals.get(invoice.id),
      },
    })),
  )
  reached?.('push:numbered')
  return new Map(
    invoices.map((invoice) => [
      invoice.id,
      { change: invoiceChange(invoice), changed, identityToWake: identity.id },
    ]),
  )
}

/**
 * Submits invoices of one company, all different, in their order: judges each again, takes the fiscal numbers, signs
 * the receipts and stores everything at once. An invoice has one receipt for ever: submitted again with the same
 * content it answers the same receipt, with another `INVOICE_SUBMITTED_DIFFERENTLY`. The caller holds the identity's
 * lock; what was executed shares one list of changes.
 */
export async function submitInvoices(
  transaction: Pick<Execution, 'tx' | 'scope'> & { readonly identity: FiscalIdentity | undefined },
  submissions: readonly Submission[],
): Promise<SubmissionOutcome[]> {
  const [first] = submissions
  if (first === undefined) return []
  const { identity } = transaction
  // Other phones of the company numbered while these waited for their turn: a receipt is never older than the one
  // before it, so its moment is the one at which its turn came.
  const at = toInstant(first.context.clock.now())
  const validated = await validateAll(transaction, submissions, at)
  const accepted = validated.filter((one): one is Accepted => !('kind' in one))
  try {
    const numbering = accepted.length > 0 ? requireNumbering(identity) : undefined
    const numbered = numbering && (await numberAll(transaction, numbering, accepted, at))
    return validated.map((one) => {
      if ('kind' in one) return one
      const executed = numbered?.get(one.draft.id)
      if (!executed) throw new Error('a numbered invoice has no receipt')
      return { kind: 'executed', executed }
    })
  } catch (error) {
    // Thrown before anything was written: the identity gives no numbers now.
    if (!(error instanceof RetryLater) && !(error instanceof Refusal)) throw error
    return validated.map((one) => ('kind' in one ? one : { kind: 'failed', error }))
  }
}

/** Submits one invoice in a transaction of its own; see `submitInvoices`. */
export async function submitInvoice(
  { context, tx, scope, deviceId }: Execution,
  body: OperationBody<'invoice.submit'>,
): Promise<Executed> {
  const identity = await lockCompanyIdentity(tx, scope)
  const [submitted] = await submitInvoices({ tx, scope, identity }, [{ context, deviceId, body }])
  if (submitted?.kind !== 'executed') throw submitted?.error ?? new Error('a submission has no outcome')
  return submitted.executed
}
