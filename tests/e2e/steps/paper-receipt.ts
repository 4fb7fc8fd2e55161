import type { LedgerReceipt } from '../../support/authority-control.ts'

/** A receipt that somebody carries home: what its QR code and its foot say. */
export type PaperReceipt = Pick<LedgerReceipt, 'rctvnum' | 'time' | 'totalInclCents'>

/** What stands in the QR code of a receipt. */
export function linkOf(simulatorUrl: string, { rctvnum, time }: PaperReceipt): string {
  return `${simulatorUrl}/efdmsRctVerify/${rctvnum}_${time.replaceAll(':', '')}`
}
