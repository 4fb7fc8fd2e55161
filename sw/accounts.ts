import { DATABASE_VERSION, databaseName } from '#data/account-database.ts'
import { createPorts, type Ports } from '#data/ports.ts'
import { listAccounts, openRegistry, updatePendingCount } from '#data/registry.ts'
import { readConnection } from '#domain/files/may-upload.ts'
import { type Account, openAccount } from '#session/account.ts'
import { accountCaller } from '#session/account-caller.ts'
import { lockAfterIdle } from '#session/lock-account.ts'
import { browserLocks } from '#session/locks.ts'
import type { SessionDeps } from '#session/session-deps.ts'
import type { SyncDeps } from '#sync/connection/sync-deps.ts'
import { testHooks } from './test-hooks.ts'
import { scope } from './worker-scope.ts'

const ports: Ports = createPorts({
  now: () => Date.now(),
  fill: (bytes) => {
    crypto.getRandomValues(bytes)
  },
})

const owner = `worker ${ports.newId()}`
const locks = browserLocks(navigator.locks)

const sessionDeps: SessionDeps = {
  ports,
  prefix: scope.location.origin,
  locks,
  // Workers have no local storage; a page reads the change from the account's database.
  local: null,
  onEvent: () => undefined,
}

/** One account of this device, with what it takes to drain it under its own name only. */
export type WorkerAccount = { readonly account: Account; readonly deps: SyncDeps }

/** The Network Information API, which no type library has. */
type NetworkInformation = { readonly type?: string; readonly saveData?: boolean }

const openedAccounts = new Map<string, Promise<WorkerAccount>>()

async function open(companyId: string, userId: string): Promise<WorkerAccount> {
  const account = await openAccount(ports, companyId, userId)
  const call = accountCaller(sessionDeps, account)
  const hooks = testHooks()
  const isOnline = () => navigator.onLine
  const connection = () =>
    readConnection('connection' in navigator ? (navigator.connection as NetworkInformation) : undefined)
  return {
    account,
    deps: { ports, locks, call, owner, connected: isOnline, connection, ...(hooks ? { hooks } : {}) },
  }
}

function openOnce(id: string, companyId: string, userId: string): Promise<WorkerAccount> {
  const known = openedAccounts.get(id)
  if (known) return known
  const opening = open(companyId, userId)
  openedAccounts.set(id, opening)
  // A failed opening is tried again next time.
  opening.catch(() => openedAccounts.delete(id))
  return opening
}

/** Dexie stores ten times the version. */
const STORED_VERSION = DATABASE_VERSION * 10

/** Names of the databases that an older app left. */
async function listOlderDatabases(): Promise<ReadonlySet<string | undefined>> {
  const databases = await indexedDB.databases()
  return new Set(databases.flatMap(({ name, version = 0 }) => (version < STORED_VERSION ? [name] : [])))
}

/**
 * Opens the accounts of this device. All of them, not only those with work by the list, which is a copy. A storage
 * failure of one account does not stop the others. With `leavesOlder` those of an older app are left to the page that is
 * being opened: it waits for its own upgrade of a database, but not for one of the worker.
 */
export async function openAccounts(only?: string, leavesOlder = false): Promise<WorkerAccount[]> {
  const registry = await openRegistry(ports)
  try {
    const older = leavesOlder ? await listOlderDatabases() : undefined
    const accounts: WorkerAccount[] = []
    for (const { id, companyId, userId } of await listAccounts(registry)) {
      if (companyId === null || (only !== undefined && id !== only)) continue
      if (older?.has(databaseName(id))) continue
      try {
        accounts.push(await openOnce(id, companyId, userId))
      } catch (error) {
        console.error('an account could not be opened', error)
      }
    }
    return accounts
  } finally {
    registry.close()
  }
}

/** Copies the number of unsent operations of an account to the list that is shown before the login. */
export async function updatePendingCopy(accountId: string, pendingCount: number): Promise<void> {
  const registry = await openRegistry(ports)
  try {
    await updatePendingCount(registry, accountId, pendingCount)
  } finally {
    registry.close()
  }
}

/** Locks an account whose user was inactive for as long as they chose, when there is no page to do it. */
export async function lockWhenIdle({ account }: WorkerAccount): Promise<void> {
  await lockAfterIdle(sessionDeps, account)
}

/** The worker's clock and timer, and the ports for opening the list of accounts. */
export const { clock, wait } = ports
export const registryPorts = ports
