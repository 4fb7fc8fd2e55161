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
}

/** Rights of owners, and of operators as long as their owner has set none. */
export const ALL_RIGHTS: OperatorRights = {
  refund: true,
  cancel: true,
  maxDiscount: toBasisPoints(HUNDRED_PERCENT),
}

/** An owner's consent to one operation, given by PIN on the phone of the operator. */
export type Approval = {
  /** The owner. */
  readonly userId: string
  /** When it was given, by the phone's clock. */
  readonly at: Instant
}

/** The rights of an account: those its owner set for an operator, all for everybody else. */
export function rightsOf(userType: UserType, set: OperatorRights | null | undefined): OperatorRights {
  return userType === 'operator' ? (set ?? ALL_RIGHTS) : ALL_RIGHTS
}

export function sameRights(a: OperatorRights, b: OperatorRights): boolean {
  return a.refund === b.refund && a.cancel === b.cancel && a.maxDiscount === b.maxDiscount
}

/** Whether an operator may give the discounts of these lines. */
export function mayDiscount(
  rights: OperatorRights,
  lines: readonly { readonly discount: BasisPoints }[],
): boolean {
  return lines.every(({ discount }) => discount <= rights.maxDiscount)
}
