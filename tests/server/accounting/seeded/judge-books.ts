import { bookCredit, bookPayments } from '#domain/accounting/book-document.ts'
import type { AccountingProvider } from '#domain/accounting/provider.ts'
import type { Collection } from '#domain/collections/collection.ts'
import { stillOwed } from '#domain/collections/owed.ts'
import type { Invoice, PaymentType } from '#domain/invoices/invoice.ts'
import type { Books, Bookshop } from '../bookkeeping.ts'
import { paymentsIn } from '../collecting.ts'
import { creditsIn, dueIn } from '../crediting.ts'

/** What one seed sold and collected, with the invoices as they are at the end. */
export type Sold = { readonly invoice: Invoice; readonly collections: readonly Collection[] }

const ACCOUNTS: Readonly<Record<AccountingProvider, Partial<Record<PaymentType, string>>>> = {
  xero: { cash: 'Cash till', 'e-money': 'M-Pesa' },
  quickbooks: { cash: 'Cash on hand', 'e-money': 'M-Pesa' },
}

/** What must stand in the books for a receipt, one line for each entry. */
function expectedOf(provider: AccountingProvider, { invoice, collections }: Sold): string[] {
  if (invoice.receipt === null || invoice.status === 'canceled') return []
  const { rctvnum } = invoice.receipt
  const paid = (type: PaymentType, amount: number) =>
    `payment ${rctvnum} ${ACCOUNTS[provider][type]} ${amount}`
  return [
    `invoice ${rctvnum} ${invoice.totals.totalIncludingTax} ${invoice.totals.totalVat}`,
    ...bookPayments(invoice).map(({ type, amount }) => paid(type, amount)),
    ...collections.filter(({ canceled }) => !canceled).map(({ type, amount }) => paid(type, amount)),
    ...(invoice.creditNotes ?? []).flatMap((note) => {
      const { number, total, tax } = bookCredit(invoice, note)
      return [`credit ${number} ${total} ${tax} of which settled ${total}`]
    }),
  ]
}

/** What stands in the books under numbers that a seed used. */
function ledgerOf(books: Books, provider: AccountingProvider, isOwn: (number: string) => boolean): string[] {
  const lines = (kind: string, entries: readonly { number: string; total: number; tax: number }[]) =>
    entries
      .filter(({ number }) => isOwn(number))
      .map(({ number, total, tax }) => `${kind} ${number} ${total} ${tax}`)
  const payments = paymentsIn(books, provider)
    .filter(({ number }) => isOwn(number))
    .map(({ number, account, amount }) => `payment ${number} ${account} ${amount}`)
  const credits = creditsIn(books, provider)
    .filter(({ number }) => isOwn(number))
    .map(
      ({ number, total, tax, applied, paidBack }) =>
        `credit ${number} ${total} ${tax} of which settled ${applied + paidBack}`,
    )
  const live =
    provider === 'xero'
      ? (books.xero.organizations[0]?.invoices ?? []).filter(({ status }) => status !== 'VOIDED')
      : (books.quickbooks.companies[0]?.sales ?? []).filter(
          ({ kind, voided }) => kind === 'Invoice' && !voided,
        )
  return [...lines('invoice', live), ...payments, ...credits]
}

/**
 * What the books expect of a customer that the phone does not show. Money that was taken back after goods were paid
 * back is owed again there, so then they may expect more.
 */
function wrongDebts(books: Books, provider: AccountingProvider, sold: readonly Sold[]): string[] {
  return sold.flatMap(({ invoice, collections }) => {
    if (invoice.receipt === null || invoice.status === 'canceled') return []
    const owed = stillOwed(invoice, collections)
    const due = dueIn(books, provider, invoice.receipt.rctvnum) ?? 0
    const mayBeMore = collections.some(({ canceled }) => canceled)
    return due === owed || (mayBeMore && due > owed)
      ? []
      : [`debt of ${invoice.receipt.rctvnum}: ${due} there, ${owed} here`]
  })
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

/** Customers of a seed that exist more than once, under their name or another one that was made for them. */
function doubledContacts(books: Books, provider: AccountingProvider, names: ReadonlySet<string>): string[] {
  const all =
    provider === 'xero'
      ? (books.xero.organizations[0]?.contacts ?? []).map(({ Name }) => Name)
      : (books.quickbooks.companies[0]?.customers ?? []).map(({ DisplayName }) => DisplayName)
  return [...names].flatMap((name) => {
    const own = all.filter((known) => known === name || known.startsWith(`${name} (`))
    return own.length > 1 ? [`contact ${own.join(', ')}`] : []
  })
}

/** What the log and the steps say that is not so: everything must be done, under the number of the receipt. */
async function wrongLog(books: Books, shop: Bookshop, sold: readonly Sold[]): Promise<string[]> {
  const { db } = books.server.services
  const flaws: string[] = []
  for (const { invoice } of sold) {
    const code = invoice.receipt?.rctvnum ?? ''
    const document = await db
      .selectFrom('accounting_documents')
      .selectAll()
      .where('company_id', '=', shop.companyId)
      .where('invoice_id', '=', invoice.id)
      .executeTakeFirst()
    const steps = await db
      .selectFrom('accounting_steps')
      .selectAll()
      .where('company_id', '=', shop.companyId)
      .where('invoice_id', '=', invoice.id)
      .execute()
    if (document?.state !== 'done' && document?.state !== 'nothing')
      flaws.push(`log of ${code}: ${document?.state} needs a person ${document?.problem} ${document?.detail}`)
    for (const { step, state, their_id: id } of steps)
      if (state !== 'done' || !id) flaws.push(`log of ${code}: ${step} is ${state} ${id}`)
    if (invoice.status === 'canceled') continue
    const numbers = [document?.number, invoice.accountingNumber]
    if (numbers.some((number) => number !== code)) flaws.push(`log of ${code}: number ${numbers.join(' ')}`)
  }
  return flaws
}

/** Every law of the books that a seed broke: nothing lost, nothing doubled, equal to the cent, the log is true. */
export async function judgeBooks(
  { books, provider, shop }: { books: Books; provider: AccountingProvider; shop: Bookshop },
  sold: readonly Sold[],
): Promise<string[]> {
  const codes = new Set(sold.map(({ invoice }) => invoice.receipt?.rctvnum ?? ''))
  const isOwn = (number: string) => codes.has(number.replace(/-CN\d+$/, ''))
  const expected = sold.flatMap((one) => expectedOf(provider, one))
  const found = ledgerOf(books, provider, isOwn)
  const names = new Set(sold.map(({ invoice }) => invoice.customer.name).filter((name) => name !== ''))
  return [
    ...without(expected, found).map((line) => `lost: ${line}`),
    ...without(found, expected).map((line) => `doubled or foreign: ${line}`),
    ...wrongDebts(books, provider, sold),
    ...doubledContacts(books, provider, names).map((line) => `doubled ${line}`),
    ...(await wrongLog(books, shop, sold)),
    ...[...books.xero.violations, ...books.quickbooks.violations].map((line) => `protocol: ${line}`),
  ]
}
