import { grantText, type PushRequest } from '#contract/sync.ts'
import { deleteMeta, findMeta, upsertMeta } from '#data/meta.ts'
import type { DeviceKey, StoredGrant } from '#data/session-secrets.ts'
import { instantMs, parseInstant } from '#domain/calendar/east-africa.ts'
import type { Account } from './account.ts'
import { signAsDevice } from './sign-as-device.ts'

/**
 * Stores grant and key of a login; the key also signs the refresh. Some engines cannot store keys: then there is no
 * grant, and nothing else is lost.
 */
export async function upsertGrant(
  account: Account,
  grant: { readonly id: string; readonly until: string } | null,
  key: DeviceKey | undefined,
): Promise<void> {
  const until = grant === null ? undefined : parseInstant(grant.until)
  const { db } = account
  if (key === undefined) {
    await deleteGrant(account)
    return
  }
  try {
    await db.transaction('rw', db.meta, async () => {
      await upsertMeta(db, 'device-key', key)
      if (grant === null || until === undefined) await deleteMeta(db, 'grant')
      else await upsertMeta(db, 'grant', { id: grant.id, until: instantMs(until) })
    })
  } catch {
    await deleteGrant(account)
  }
}

/** A grant that has not expired by the phone's clock. The server decides. */
export async function findValidGrant(account: Account, now: number): Promise<StoredGrant | undefined> {
  const grant = await findMeta(account.db, 'grant')
  return grant && grant.until > now ? grant : undefined
}

/** The push with the signature of this device instead of a bearer; `undefined` without key or grant. */
export async function signPush(
  account: Account,
  request: Omit<PushRequest, 'grant'>,
  now: number,
): Promise<PushRequest | undefined> {
  const grant = await findValidGrant(account, now)
  if (!grant) return undefined
  const signature = await signAsDevice(account, grantText(request, grant.id))
  return signature === undefined ? undefined : { ...request, grant: { id: grant.id, signature } }
}

async function deleteGrant({ db }: Account): Promise<void> {
  await deleteMeta(db, 'grant', 'device-key')
}

/** Deletes a grant that the server refused. A grant of a later login stays, as does the key. */
export async function deleteRefusedGrant({ db }: Account, id: string): Promise<void> {
  await db.transaction('rw', db.meta, async () => {
    if ((await findMeta(db, 'grant'))?.id === id) await deleteMeta(db, 'grant')
  })
}
