import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ShownStatus } from '#domain/invoices/shown-status.ts'

/** The status of one invoice, as in its pill. */
export const STATUS_NAMES = {
  draft: msg({ context: 'status of one invoice', message: 'Draft' }),
  waiting: msg({ context: 'status of one invoice', message: 'Waiting to send' }),
  submitted: msg({ context: 'status of one invoice', message: 'Submitted' }),
  issued: msg({ context: 'status of one invoice', message: 'Issued' }),
  attention: msg({ context: 'status of one invoice', message: 'Needs attention' }),
  canceled: msg({ context: 'status of one invoice', message: 'Canceled' }),
} satisfies Record<ShownStatus, MessageDescriptor>

/** The same statuses for a list of invoices: Swahili uses the plural. */
export const STATUS_LIST_NAMES = {
  draft: msg({ context: 'list of invoices', message: 'Drafts' }),
  waiting: msg({ context: 'list of invoices', message: 'Waiting to send' }),
  submitted: msg({ context: 'list of invoices', message: 'Submitted' }),
  issued: msg({ context: 'list of invoices', message: 'Issued' }),
  attention: msg({ context: 'list of invoices', message: 'Need attention' }),
  canceled: msg({ context: 'list of invoices', message: 'Canceled' }),
} satisfies Record<ShownStatus, MessageDescriptor>
