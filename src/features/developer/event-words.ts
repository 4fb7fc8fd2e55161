import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { WebhookEvent } from '#domain/webhooks/webhook.ts'

/** When each event is announced. */
export const EVENT_WORDS: Readonly<Record<WebhookEvent, MessageDescriptor>> = {
  'invoice.submitted': msg`An invoice was submitted and has its number`,
  'invoice.issued': msg`TRA has issued the receipt`,
  'invoice.attention': msg`TRA does not accept the receipt yet`,
  'invoice.canceled': msg`An invoice was canceled`,
  'credit_note.created': msg`Goods were refunded`,
  'z_report.acknowledged': msg`TRA has accepted the Z report of a day`,
  'company.blocked': msg`TRA has blocked the company`,
  'company.unblocked': msg`The block by TRA has ended`,
  'key.expiring': msg`An API key ends within 7 days`,
}
