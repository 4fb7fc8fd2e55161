import { type AccountDatabase, openAccountDatabase } from '#data/account-database.ts'
import { listUnsent } from '#data/outbox-entries.ts'
import { parseText } from '#data/outbox-entry.ts'
import type { Ports } from '#data/ports.ts'
import { listAccounts, openRegistry } from '#data/registry.ts'
import type { OutboxEntry } from '#data/rows.ts'
import type { Instant } from '#domain/calendar/east-africa.ts'
import type { Account } from '#session/account.ts'

/** More than a phone ever has unsent; the file stays under some ten megabytes. */
const MAX_OPERATIONS = 20_000

type ExportedOperation = Pick<
  OutboxEntry,
  'opId' | 'deviceSeq' | 'type' | 'v' | 'lane' | 'dependsOn' | 'bodyHash' | 'createdAt' | 'state'
> & { readonly body: unknown; readonly reason: string | null }

function toExportedOperation(entry: OutboxEntry): ExportedOperation {
  const { opId, deviceSeq, type, v, lane, dependsOn, bodyHash, createdAt, state } = entry
  return {
    opId,
    deviceSeq,
    type,
    v,
    lane,
    dependsOn,
    bodyHash,
    createdAt,
    state,
    body: parseText(entry.body) ?? entry.body,
    reason: entry.last?.code ?? null,
  }
}

type Queue = { readonly name: string; readonly operations: readonly ExportedOperation[] }

async function readQueue(db: AccountDatabase, name: string): Promise<Queue> {
  return { name, operations: (await listUnsent(db, MAX_OPERATIONS)).map(toExportedOperation) }
}

/** Unsent operations of other users of the company on this phone; each queue stays as it is. */
async function readOtherUsersQueues(account: Account, ports: Ports): Promise<Queue[]> {
  const registry = await openRegistry(ports)
  try {
    const others = (await listAccounts(registry)).filter(
      ({ id, companyId }) => id !== account.id && companyId === account.companyId,
    )
    const queues: Queue[] = []
    for (const { id, displayName } of others) {
      const db = await openAccountDatabase(id, ports)
      queues.push(await readQueue(db, displayName))
      db.close()
    }
    return queues
  } finally {
    registry.close()
  }
}

/**
 * All unsent operations of an account, as the text of a JSON file: as a backup or for our help desk. It holds the
 * content and no token, so that it cannot be used to send. With `company`, also what other users of the company left
 * unsent on this phone.
 */
export async function exportQueueAsJson(
  account: Account,
  ports: Ports,
  of: {
    readonly companyName: string
    readonly tin: string
    readonly username: string
    readonly at: Instant
    readonly company: boolean
  },
): Promise<string> {
  const { companyName, tin, username, at, company } = of
  const own = await readQueue(account.db, username)
  const queues = company ? [own, ...(await readOtherUsersQueues(account, ports))] : [own]
  return JSON.stringify({ kind: 'risiti-unsent', companyName, tin, at, queues }, null, 2)
}
