import { sendFiles as send } from '#sync/attachments/send-files.ts'

/** Planted: a file that has begun is sent completely, even if sales are made meanwhile. */
export const sendFiles: typeof send = (account, deps, options) =>
  send(account, deps, { ...options, shouldYield: () => false })
