import type { LedgerReceipt } from '../../support/authority-control.ts'

/** A printed receipt: what its QR code and its footer say. */
export type PaperReceipt = Pick<LedgerReceipt, 'rctvnum' | 'time' | 'totalInclCents'>

/** The content of a receipt's QR code. */
export function linkOf(simulatorUrl: string, { rctvnum, time }: PaperReceipt): string {
  return `${simulatorUrl}/efdmsRctVerify/${rctvnum}_${time.replaceAll(':', '')}`
}
