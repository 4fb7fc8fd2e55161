import { bookCredit, bookPayments } from '#domain/accounting/book-document.ts'
import { stillOwed } from '#domain/collections/owed.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { allocated, amountDue, livePayments } from '#server/simulators/xero/xero-ledger.ts'
import { COMPANIES } from '../world/simulation-fixture.ts'
import type { RunEvidence, Violation } from './run-evidence.ts'

/**
 * I1, I2, I5: what phones sold, refunded, canceled and collected is in the books exactly once and to the cent, and
 * customers owe there what they owe here; the log of the owner says so, and the protocol was kept.
 */
export function checkBooks(evidence: RunEvidence): Violation[] {
  const { books, server } = evidence
  if (!books) return []
  const own = server.invoices.flatMap(({ company_id, document }) =>
    company_id === COMPANIES[0]?.id ? [document] : [],
  )
  const [expected, found] = [own.flatMap((invoice) => expectedOf(evidence, invoice)), ledgerOf(evidence)]
  const documents = server.accounting_documents.filter(({ state }) => state !== 'done' && state !== 'nothing')
  return [
    ...without(expected, found).map((line) => ({
      invariant: 'I1',
      message: `the books do not have ${line}`,
    })),
    ...without(found, expected).map((line) => ({
      invariant: 'I2',
      message: `the books should not have ${line}`,
    })),
    ...documents.map(({ invoice_id: id, state, problem, detail }) => ({
      ...{ invariant: 'I1', message: `the booking of ${id} is ${state}: ${problem} ${detail}` },
    })),
    ...books.violations.map((line) => ({
      invariant: 'I2',
      message: `the books were asked wrongly: ${line}`,
    })),
  ]
}

function expectedOf({ books, server }: RunEvidence, invoice: Invoice): string[] {
  const { receipt, status, totals } = invoice
  if (receipt === null || status !== 'issued' || !books) return []
  const collections = server.collections.flatMap(({ document }) =>
    document.invoiceId === invoice.id ? [document] : [],
  )
  const { payments } = books.mapping
  const paid = [...bookPayments(invoice), ...collections.filter(({ canceled }) => !canceled)]
  // Goods that were paid back and whose payment was a mistake are owed again there, so then it may be more.
  const isOpen = collections.some(({ canceled }) => canceled)
  return [
    `invoice ${receipt.rctvnum} ${totals.totalIncludingTax} ${totals.totalVat}`,
    ...paid.map(({ type, amount }) => `payment ${receipt.rctvnum} ${payments[type]} ${amount}`),
    ...(invoice.creditNotes ?? []).map((note) => {
      const { number, total, tax } = bookCredit(invoice, note)
      return `credit ${number} ${total} ${tax} settled ${total}`
    }),
    ...(isOpen ? [] : [`debt ${receipt.rctvnum} ${stillOwed(invoice, collections)}`]),
  ]
}

function ledgerOf({ books, server }: RunEvidence): string[] {
  if (!books) return []
  const { organization } = books
  const live = organization.invoices.filter(({ status }) => status !== 'VOIDED')
  const open = new Set(
    server.collections.flatMap(({ document }) => (document.canceled ? [document.invoiceId] : [])),
  )
  const uncertain = new Set(
    server.invoices.flatMap(({ id, document }) => (open.has(id) ? [document.receipt?.rctvnum] : [])),
  )
  return [
    ...live.map(({ number, total, tax }) => `invoice ${number} ${total} ${tax}`),
    ...live.flatMap(({ id, number }) =>
      livePayments(organization, id).map(({ account, amount }) => `payment ${number} ${account} ${amount}`),
    ),
    ...organization.creditNotes.map(({ id, number, total, tax }) => {
      const back = livePayments(organization, id).reduce((sum, { amount }) => sum + amount, 0)
      return `credit ${number} ${total} ${tax} settled ${back + allocated(organization, id)}`
    }),
    ...live
      .filter(({ number }) => !uncertain.has(number))
      .map((invoice) => `debt ${invoice.number} ${amountDue(organization, invoice)}`),
  ]
}

/** What one list has and the other has not, each as often as it is too many. */
function without(list: readonly string[], other: readonly string[]): string[] {
  const left = [...other]
  return list.filter((line) => {
    const index = left.indexOf(line)
    if (index >= 0) left.splice(index, 1)
    return index < 0
  })
}
