import { type AccountDatabase, openAccountDatabase } from '#data/account-database.ts'
import { accountId } from '#data/account-id.ts'
import type { Ports } from '#data/ports.ts'

/** One user working for one company, on this device. */
export type Account = {
  readonly id: string
  /** `null` for administrators, who sell nothing. */
  readonly companyId: string | null
  readonly userId: string
  readonly db: AccountDatabase
}

/** Opens the database of an account; creates it on first use. Throws `DeviceStorageFailure`. */
export async function openAccount(ports: Ports, companyId: string | null, userId: string): Promise<Account> {
  const id = await accountId(companyId, userId)
  return { id, companyId, userId, db: await openAccountDatabase(id, ports) }
}
