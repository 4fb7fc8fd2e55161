import type { Instant } from '../calendar/east-africa.ts'
import { type BasisPoints, HUNDRED_PERCENT, toBasisPoints } from '../money/basis-points.ts'
import type { UserType } from '../users/user.ts'

/** What an owner lets one operator do besides selling. */
export type OperatorRights = {
  /** Refund goods with a credit note. */
  readonly refund: boolean
  /** Cancel an invoice that has a number. */
  readonly cancel: boolean
  /** The largest discount of a line, in hundredths of a percent. */
  readonly maxDiscount: BasisPoints
  /** See the sales of everybody; without it only the own ones. Absent where it was never set: all. */
  readonly seeAllSales?: boolean | undefined
}

/** Rights of owners, and of operators as long as their owner has set none. */
export const ALL_RIGHTS: OperatorRights = {
  refund: true,
  cancel: true,
  maxDiscount: toBasisPoints(HUNDRED_PERCENT),
  seeAllSales: true,
}

/** An owner's consent to one operation, given by PIN on the phone of the operator. */
export type Approval = {
  /** The owner. */
  readonly userId: string
  /** When it was given, by the phone's clock as corrected by the server's. */
  readonly at: Instant
}

/** The rights of an account: those its owner set for an operator, all for everybody else. */
export function rightsOf(userType: UserType, set: OperatorRights | null | undefined): OperatorRights {
  return userType === 'operator' ? (set ?? ALL_RIGHTS) : ALL_RIGHTS
}

export function sameRights(a: OperatorRights, b: OperatorRights): boolean {
  return (
    a.refund === b.refund &&
    a.cancel === b.cancel &&
    a.maxDiscount === b.maxDiscount &&
    seesAllSales(a) === seesAllSales(b)
  )
}

/**
 * Whether an operator sees the invoices of the whole company, not only those that he or she wrote last. It is on until
 * the owner takes it: operators of one counter hand drafts and refunds to each other.
 */
export function seesAllSales({ seeAllSales }: Pick<OperatorRights, 'seeAllSales'>): boolean {
  return seeAllSales !== false
}

/** Whether an operator may give the discounts of these lines. */
export function mayDiscount(
  rights: OperatorRights,
  lines: readonly { readonly discount: BasisPoints }[],
): boolean {
  return lines.every(({ discount }) => discount <= rights.maxDiscount)
}
