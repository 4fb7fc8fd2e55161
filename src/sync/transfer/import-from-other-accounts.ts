import type { TransferredWork } from '#contract/transferred-work.ts'
import type { Ports } from '#data/ports.ts'
import { listAccounts, openRegistry } from '#data/registry.ts'
import { ok } from '#domain/result.ts'
import { type Account, openAccount } from '#session/account.ts'
import type { CommandDeps, CommandResult } from '../outbox/command-result.ts'
import { exportUnsentWithFiles, previewUnsent } from './export-unsent.ts'
import { type ImportResult, importUnsent, validateTransfer } from './import-unsent.ts'
import { isKnown } from './known-operations.ts'

/** Calls `work` with the database of every other account of this company on this phone, one after the other. */
async function forEachOtherAccount<T>(
  account: Account,
  ports: Ports,
  work: (other: Account) => Promise<T | undefined>,
): Promise<T[]> {
  const registry = await openRegistry(ports)
  const accounts = await listAccounts(registry).finally(() => registry.close())
  const found: T[] = []
  for (const { id, companyId, userId } of accounts) {
    if (id === account.id || companyId === null || companyId !== account.companyId) continue
    const other = await openAccount(ports, companyId, userId)
    const one = await work(other).finally(() => other.db.close())
    if (one !== undefined) found.push(one)
  }
  return found
}

/** The operations that `account` does not know, neither waiting nor sent. */
async function unknownTo({ db }: Account, work: TransferredWork): Promise<TransferredWork> {
  const known = await Promise.all(work.operations.map((operation) => isKnown(db, operation)))
  return { ...work, operations: work.operations.filter((_, at) => !known[at]) }
}

/**
 * Work that other users of the company left unsent on this phone, without users who left none. Operations that this
 * account imported before are not included. The caller checks the permission.
 */
export async function listOtherAccountsWork(account: Account, ports: Ports): Promise<TransferredWork[]> {
  const works = await forEachOtherAccount(account, ports, (other) => previewUnsent(other, ports.clock.now()))
  const open = await Promise.all(works.map((work) => unknownTo(account, work)))
  return open.filter(({ operations }) => operations.length > 0)
}

/**
 * Imports what other users of the company left unsent on this phone, photos included, for a person who can no longer
 * log in. As from another phone: under the same operation ids, in the name of their author, and only for the owner.
 * Their own queue stays as it is; if they return, the server answers its operations as done.
 */
export async function importFromOtherAccounts(
  account: Account,
  deps: CommandDeps,
): Promise<CommandResult<ImportResult>> {
  const { ports } = deps
  const ends = await forEachOtherAccount(
    account,
    ports,
    async (other): Promise<CommandResult<ImportResult> | undefined> => {
      const now = ports.clock.now()
      const preview = await previewUnsent(other, now)
      // A refused import changes nothing in the queue of the other account.
      const code = preview && (await validateTransfer(account, preview))
      if (code !== undefined) return ok({ kind: 'refused', code })
      const found = await exportUnsentWithFiles(other, now)
      return found && importUnsent(account, deps, found.work, found.contents)
    },
  )
  let imported = 0
  for (const end of ends) if (end.ok && end.value.kind === 'taken') imported += end.value.imported
  // A failure with one account's work is reported, and does not stop the import of the others.
  const failed = ends.find((end) => !end.ok || end.value.kind === 'refused')
  return failed ?? ok({ kind: 'taken', imported, known: 0 })
}
