import { shareCredits } from '../accounting/share-credits.ts'
import { type FiscalDay, fiscalDayOf } from '../calendar/east-africa.ts'
import type { Collection } from '../collections/collection.ts'
import { groupBy } from '../group-by.ts'
import type { CreditNote, Invoice, InvoiceCancellation } from '../invoices/invoice.ts'
import { type Cents, sumCents, toCents, ZERO_CENTS } from '../money/cents.ts'
import { type DrawerOwner, drawerKeys } from './drawer-owner.ts'

/** Cash that came into the drawer of an operator or left it. */
export type CashMovement = DrawerOwner & {
  readonly day: FiscalDay
  readonly kind: 'sold' | 'collected' | 'refunded' | 'canceled'
  /** Never below 0: `refunded` and `canceled` left the drawer. */
  readonly amount: Cents
}

/** What the drawer of one operator should hold at the end of a day, without the money it began with. */
export type Drawer = DrawerOwner & {
  readonly sold: Cents
  readonly collected: Cents
  readonly refunded: Cents
  readonly canceled: Cents
  /** sold + collected − refunded − canceled. */
  readonly expected: Cents
}

/** The part of an invoice that the drawer needs. */
type CashInvoice = Pick<Invoice, 'id' | 'saleAt' | 'operatorId' | 'operatorName' | 'totals' | 'payments'> & {
  readonly creditNotes?:
    | readonly Pick<CreditNote, 'id' | 'day' | 'by' | 'byId' | 'paidBy' | 'total'>[]
    | undefined
  readonly cancellation: Pick<InvoiceCancellation, 'at' | 'by' | 'byId'> | null
}

function cashPaid({ payments }: Pick<Invoice, 'payments'>): Cents {
  return sumCents(payments.flatMap(({ type, amount }) => (type === 'cash' ? amount : [])))
}

/** The refunds that were given back in cash: goods that were not paid lower what is owed, and no money goes out. */
function cashRefunds(invoice: CashInvoice, collections: readonly Collection[]): CashMovement[] {
  const notes = (invoice.creditNotes ?? []).filter(({ paidBy }) => paidBy === 'cash')
  if (notes.length === 0) return []
  const shares = shareCredits(invoice, collections)
  return notes.map(({ id, day, by, byId, total }) => {
    const amount = shares.get(id)?.paidBack ?? total
    return { day, operator: by, operatorId: byId, kind: 'refunded', amount }
  })
}

/**
 * The cash of one sold invoice: what was paid at the sale, what its refunds gave back, and, when it was canceled, the
 * rest of what was paid, which the person who canceled it gives back on that day. `collections` are those of the invoice.
 */
export function cashOfInvoice(invoice: CashInvoice, collections: readonly Collection[]): CashMovement[] {
  const paid = cashPaid(invoice)
  const refunds = cashRefunds(invoice, collections)
  const { operatorId, operatorName: operator } = invoice
  const moves: CashMovement[] = [
    { day: fiscalDayOf(invoice.saleAt), operator, operatorId, kind: 'sold', amount: paid },
    ...refunds,
  ]
  const { cancellation } = invoice
  if (cancellation === null) return moves
  const left = toCents(Math.max(0, paid - sumCents(refunds.map(({ amount }) => amount))))
  return [
    ...moves,
    {
      ...{ day: fiscalDayOf(cancellation.at), kind: 'canceled', amount: left },
      ...{ operator: cancellation.by, operatorId: cancellation.byId },
    },
  ]
}

/** The cash of one collection; none when it was canceled or paid in another way. */
export function cashOfCollection({ day, by, byId, type, amount, canceled }: Collection): CashMovement[] {
  return canceled || type !== 'cash'
    ? []
    : [{ day, operator: by, operatorId: byId, kind: 'collected', amount }]
}

/** The drawers of a day, one for each operator who handled cash, by name. Movements of other days are not counted. */
export function drawersOf(day: FiscalDay, movements: Iterable<CashMovement>): Drawer[] {
  const ofDay = [...movements].filter((move) => move.day === day && move.amount > 0)
  const keyOf = drawerKeys(ofDay)
  return [...groupBy(ofDay, keyOf)]
    .map(([key, moves]) => {
      // Who changed the name on that day has one drawer: it is called by the first of the names.
      const operator = moves.map((move) => move.operator).sort()[0] ?? ''
      const owner = moves.some(({ operatorId }) => operatorId === key)
        ? { operator, operatorId: key }
        : { operator }
      const sum = (kind: CashMovement['kind']) =>
        sumCents(moves.flatMap((move) => (move.kind === kind ? move.amount : [])))
      const [sold, collected, refunded, canceled] = [
        sum('sold'),
        sum('collected'),
        sum('refunded'),
        sum('canceled'),
      ]
      const expected = toCents(sold + collected - refunded - canceled)
      return { ...owner, sold, collected, refunded, canceled, expected }
    })
    .sort(
      (a, b) =>
        a.operator.localeCompare(b.operator, 'en') || ((a.operatorId ?? '') < (b.operatorId ?? '') ? -1 : 1),
    )
}

/** The drawer of an operator; one that handled no cash is empty. */
export function drawerOf(owner: DrawerOwner, drawers: readonly Drawer[]): Drawer {
  const keyOf = drawerKeys([...drawers, owner])
  const own = drawers.find((drawer) => keyOf(drawer) === keyOf(owner))
  const none = { sold: ZERO_CENTS, collected: ZERO_CENTS, refunded: ZERO_CENTS, canceled: ZERO_CENTS }
  return own ?? { ...owner, ...none, expected: ZERO_CENTS }
}

/** Counted more (above 0) or less (below 0) than there should be: the money it began with and what came in. */
export function drawerDifference(count: {
  readonly counted: Cents
  readonly opening: Cents
  readonly expected: Cents
}): Cents {
  return toCents(count.counted - count.opening - count.expected)
}
