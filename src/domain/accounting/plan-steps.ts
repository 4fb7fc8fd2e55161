import type { Collection } from '../collections/collection.ts'
import type { NumberedInvoice } from '../invoices/invoice.ts'
import type { Cents } from '../money/cents.ts'
import { bookPayments } from './book-document.ts'
import type { AccountingProvider } from './provider.ts'
import { appliedTooMuch, shareCredits } from './share-credits.ts'

/**
 * One thing to be done in the books for an invoice. `credit`, `memo`, `apply` and `refund` end in the id of the credit
 * note, `payment` and `unpay` in the type of payment, `collect` and `uncollect` in the id of a collection, `note` in what
 * it says, `undo` in the part of a credit note that it takes back, `stray` in an id of the books and the step that was
 * done twice.
 */
export type StepName =
  | 'invoice'
  | `payment:${string}`
  | `credit:${string}`
  | `memo:${string}`
  | `apply:${string}`
  | `refund:${string}`
  | `unpay:${string}`
  | `collect:${string}`
  | `uncollect:${string}`
  | `undo:${string}`
  | 'void'
  | 'attach'
  | `note:${string}`
  | `stray:${string}`

const ATTACH = ['attach'] as const
/** The steps of a credit note that say how much of it is applied or paid back. */
const SHARES = { xero: ['apply', 'refund'], quickbooks: ['memo', 'apply', 'credit'] } as const

/** The order in which collections were entered, the same in every process. */
function inOrder(collections: readonly Collection[]): Collection[] {
  const key = ({ at, id }: Collection) => `${at} ${id}`
  return [...collections].sort((one, other) => (key(one) < key(other) ? -1 : 1))
}

/**
 * Everything that an invoice needs in the books, in order. A receipt that was canceled before it was booked needs
 * nothing; one that was booked is unpaid and voided. A refund lowers what is owed (`apply`) as far as the goods were not
 * paid; only the rest is money back: in Xero one credit note is both applied and paid back, QuickBooks books goods and
 * money of that rest at once (`credit`) and what is applied as a memo. Money that was collected later is a payment each;
 * one that was canceled is taken back before anything else comes, because the books take no more than is due.
 * `booked` is what was applied of the credit notes that are in the books, by their ids. Where that leaves no room for the
 * payments of now, its parts are taken back there; then the note is planned again.
 */
export function planSteps(
  provider: AccountingProvider,
  invoice: NumberedInvoice,
  begun: ReadonlySet<string>,
  {
    attaches = false,
    collections = [],
    booked,
  }: {
    readonly attaches?: boolean
    readonly collections?: readonly Collection[]
    readonly booked?: ReadonlyMap<string, Cents>
  } = {},
): StepName[] {
  const payments = bookPayments(invoice).map(({ type }) => type)
  const sale: StepName[] = ['invoice', ...payments.map((type) => `payment:${type}` as const)]
  const takeBack = (ids: readonly string[]): StepName[] => [
    ...ids.map((id) => `collect:${id}` as const),
    ...ids.map((id) => `uncollect:${id}` as const),
  ]
  const collected = inOrder(collections)
  const sent = collected.filter(({ id }) => begun.has(`collect:${id}`))
  if (invoice.status === 'canceled') {
    if (!begun.has('invoice')) return []
    const paid = payments.filter((type) => begun.has(`payment:${type}`))
    return [
      ...[...sale, ...ATTACH].filter((step) => begun.has(step)),
      ...paid.map((type) => `unpay:${type}` as const),
      ...takeBack(sent.map(({ id }) => id)),
      'void',
    ]
  }
  const isXero = provider === 'xero'
  const tooMuch = appliedTooMuch(invoice, collections, booked ?? new Map())
  const undone = new Set<string>()
  const undoing = (invoice.creditNotes ?? []).flatMap(({ id }): StepName[] => {
    const parts = SHARES[provider].map((kind) => `${kind}:${id}` as const).filter((part) => begun.has(part))
    const undos = parts.map((part) => `undo:${part}` as const)
    const wanted = tooMuch.has(id) ? undos : undos.filter((undo) => begun.has(undo))
    if (wanted.length === 0) return []
    undone.add(id)
    return [...(isXero ? [`credit:${id}` as const] : []), ...parts, ...wanted.reverse()]
  })
  const credits = [...shareCredits(invoice, collections, booked)].flatMap(
    ([id, { applied, paidBack }]): StepName[] => {
      if (undone.has(id)) return []
      return [
        ...(isXero ? [`credit:${id}` as const] : []),
        ...(applied > 0 ? [...(isXero ? [] : [`memo:${id}` as const]), `apply:${id}` as const] : []),
        ...(paidBack > 0 ? [`${isXero ? 'refund' : 'credit'}:${id}` as const] : []),
      ]
    },
  )
  const isLive = ({ canceled }: Collection) => !canceled
  return [
    ...sale,
    ...takeBack(sent.filter(({ canceled }) => canceled).map(({ id }) => id)),
    ...undoing,
    ...credits,
    ...collected.filter(isLive).map(({ id }) => `collect:${id}` as const),
    ...(attaches ? ATTACH : []),
  ]
}

/**
 * What goes back to an invoice that a person wrote in the books: that it has a receipt, the receipt itself, and what came
 * after. The invoice there is not changed.
 */
export function planNotes(
  invoice: NumberedInvoice,
  begun: ReadonlySet<string>,
  { attaches, collections }: { readonly attaches: boolean; readonly collections: readonly Collection[] },
): StepName[] {
  const credits = (invoice.creditNotes ?? []).map(({ id }) => `note:${id}` as const)
  const money = inOrder(collections).flatMap(({ id, canceled }): StepName[] => {
    if (!canceled) return [`note:collect:${id}`]
    return begun.has(`note:collect:${id}`) ? [`note:collect:${id}`, `note:uncollect:${id}`] : []
  })
  const canceled = invoice.status === 'canceled' ? (['note:canceled'] as const) : []
  return ['note:issued', ...(attaches ? ATTACH : []), ...credits, ...money, ...canceled]
}

/** The step that takes back what a late process did again: the payment `theirId`, which is the second of `step`. */
export function strayStep(step: string, theirId: string): StepName {
  return `stray:${theirId}/${step}`
}

/** The payment of the books that a stray step takes back; `undefined`: it is another step. */
export function strayId(step: string): string | undefined {
  return /^stray:([^/]+)\//.exec(step)?.[1]
}

/** A plan with what is to be taken back, each behind its own step: before that is done it is not known which one counts. */
export function withStrays(plan: readonly StepName[], strays: readonly string[]): string[] {
  const of = (step: string) => strays.filter((stray) => stray.endsWith(`/${step}`))
  const rest = strays.filter((stray) => !plan.some((step) => stray.endsWith(`/${step}`)))
  return [...plan.flatMap((step) => [step, ...of(step)]), ...rest]
}
