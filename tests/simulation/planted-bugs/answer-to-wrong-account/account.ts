import { Dexie } from 'dexie'
import { type Account, openAccount as open } from '#session/account.ts'

const opened = new WeakMap<object, Account>()

/** The account that was opened last on the phone that runs. */
export function lastOpened(): Account | undefined {
  const storage: unknown = Reflect.get(Dexie.dependencies, 'indexedDB')
  return typeof storage === 'object' && storage !== null ? opened.get(storage) : undefined
}

/** Planted, with its neighbour: answers go to the account that is signed in when they come. */
export const openAccount: typeof open = async (ports, companyId, userId) => {
  const account = await open(ports, companyId, userId)
  const storage: unknown = Reflect.get(Dexie.dependencies, 'indexedDB')
  if (typeof storage === 'object' && storage !== null) opened.set(storage, account)
  return account
}
