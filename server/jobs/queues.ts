/**
 * The queues. A job says only which fiscal identity (for mail and expenses: which company) to process; the
 * tables say what is due and in which order.
 */
export const QUEUES = [
  'fiscal-deliver',
  'fiscal-verify',
  'fiscal-standing',
  'invoice-mail',
  'expense-look-up',
  'expense-read',
  'data-export',
  'accounting-book',
  'accounting-read',
  'ussd-sms',
  'webhook-send',
] as const
export type QueueName = (typeof QUEUES)[number]
