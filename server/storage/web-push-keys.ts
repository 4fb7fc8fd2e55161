import type { Db } from '../services/context.ts'

type StoredWebPushKeys = { readonly publicKey: string; readonly sealedPrivateKey: string }

/** The server's key for Web Push: the one that is there, else `made`. One, whoever starts first. */
export async function keepWebPushKeys(
  db: Db,
  made: StoredWebPushKeys & { readonly at: string },
): Promise<StoredWebPushKeys> {
  await db
    .insertInto('web_push_keys')
    .values({
      id: 1,
      public_key: made.publicKey,
      sealed_private_key: made.sealedPrivateKey,
      made_at: made.at,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  const row = await db
    .selectFrom('web_push_keys')
    .select(['public_key', 'sealed_private_key'])
    .where('id', '=', 1)
    .executeTakeFirstOrThrow()
  return { publicKey: row.public_key, sealedPrivateKey: row.sealed_private_key }
}
