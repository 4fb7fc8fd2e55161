/**
 * What a job can ask for: each says *look at this fiscal identity*, or for mail and
 * expenses *look at this company*; the ordered
 * truth stands in the tables.
 */
export const QUEUES = [
  'fiscal-deliver',
  'fiscal-verify',
  'fiscal-standing',
  'invoice-mail',
  'expense-look-up',
] as const
export type QueueName = (typeof QUEUES)[number]
