/** What a job can ask for: each says *look at this fiscal identity*, the ordered truth stands in the tables. */
export const QUEUES = ['fiscal-deliver', 'fiscal-verify', 'fiscal-standing'] as const
export type QueueName = (typeof QUEUES)[number]
