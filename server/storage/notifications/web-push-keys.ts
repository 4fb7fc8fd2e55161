import type { Db } from '../../services/context.ts'

type StoredWebPushKeys = { readonly publicKey: string; readonly encryptedPrivateKey: string }

/** The server's key for Web Push: the one that is there, else `made`. One, whoever starts first. */
export async function getOrInsertWebPushKeys(
  db: Db,
  candidate: StoredWebPushKeys & { readonly at: string },
): Promise<StoredWebPushKeys> {
  await db
    .insertInto('web_push_keys')
    .values({
      id: 1,
      public_key: candidate.publicKey,
      sealed_private_key: candidate.encryptedPrivateKey,
      made_at: candidate.at,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  const row = await db
    .selectFrom('web_push_keys')
    .select(['public_key', 'sealed_private_key'])
    .where('id', '=', 1)
    .executeTakeFirstOrThrow()
  return { publicKey: row.public_key, encryptedPrivateKey: row.sealed_private_key }
}
