import type { requeueLostWork as requeue } from '#sync/requeue-lost-work.ts'

/** Planted: an empty outbox has nothing to send, and that is all that is said of it. */
export const requeueLostWork: typeof requeue = async () => 0
