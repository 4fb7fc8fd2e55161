import type { auditEndpoints } from '#contract/audit-endpoints.ts'
import type { receiptEndpoints } from '#contract/receipt-endpoints.ts'
import { exportAudit, readAudit } from '../../services/audit/read-audit.ts'
import { readReissuable, reissueReceipt } from '../../services/receipts/reissue-receipt.ts'
import type { Handlers } from './handler-types.ts'

/** Calls about the audit trail, and about copies of receipts, which it records. */
export const auditHandlers: Pick<Handlers, keyof typeof auditEndpoints | keyof typeof receiptEndpoints> = {
  'audit.list': async (context, input) => await readAudit(context, input),
  'audit.export': async (context, input) => await exportAudit(context, input),
  'receipts.read': async (context, input) => await readReissuable(context, input),
  'receipts.reissue': async (context, input) => await reissueReceipt(context, input),
}
