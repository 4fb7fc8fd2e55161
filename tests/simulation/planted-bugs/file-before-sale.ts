import { sendFiles as send } from '#sync/attachments/send-files.ts'

/** Planted: a file that has begun is sent completely, under the lock of the sales that are made meanwhile. */
export const sendFiles: typeof send = async (account, deps, options) => {
  const whole = () => send(account, deps, { ...options, shouldYield: () => false })
  const end = await deps.locks.tryExclusive(`drain:${account.id}`, whole)
  return end ?? { completed: 0, dueInMs: 1_000 }
}
