import { fetchFile } from '#api/fetch-file.ts'
import { createTrafficCounter } from '#data/traffic.ts'
import type { ExpenseFile } from '#domain/expenses/expense-files.ts'
import type { Account } from '#session/account.ts'
import { accountTokens } from '#session/account-caller.ts'
import type { SessionDeps } from '#session/session-deps.ts'
import { openFile } from '#sync/attachments/open-file.ts'

/** Opens a file of an expense for an account: from this phone, or from the server in the account's name. */
export function openAccountFile(deps: SessionDeps, account: Account, file: ExpenseFile) {
  const { prefix, fetch, ports } = deps
  const source = {
    prefix,
    ...(fetch ? { fetch } : {}),
    tokens: accountTokens(deps, account),
    onTraffic: createTrafficCounter(account.db),
  }
  return openFile(account, { now: ports.clock.now, fetch: (path) => fetchFile(source, path) }, file)
}
