import { sql } from 'kysely'
import type { Db } from '../schema.ts'
import type { ConnectionScope } from './documents.ts'

/** Under this name the contact stays known that can no longer be used: requests for the next one must not repeat its own. */
const goneKey = (key: string) => `gone-${key}`

/** The contact in the books for one of our customers. */
export async function findContactLink(
  db: Db,
  { companyId, connectionId }: ConnectionScope,
  key: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('accounting_contacts')
    .select('their_id')
    .where('company_id', '=', companyId)
    .where('connection_id', '=', connectionId)
    .where('key', '=', key)
    .executeTakeFirst()
  return row?.their_id
}

/** The last contact of a customer that could no longer be used. */
export async function findGoneContact(
  db: Db,
  scope: ConnectionScope,
  key: string,
): Promise<string | undefined> {
  return await findContactLink(db, scope, goneKey(key))
}

export async function saveContactLink(
  db: Db,
  { companyId, connectionId }: ConnectionScope,
  key: string,
  theirId: string,
): Promise<void> {
  await db
    .insertInto('accounting_contacts')
    .values({ company_id: companyId, connection_id: connectionId, key, their_id: theirId })
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'connection_id', 'key']).doUpdateSet({ their_id: theirId }),
    )
    .execute()
}

/** Gives every customer of a contact another one, or none (`null`): then it is looked for, or made, with the next receipt. */
export async function replaceContact(
  db: Db,
  scope: ConnectionScope,
  theirId: string,
  next: string | null,
): Promise<void> {
  const rows = await db
    .selectFrom('accounting_contacts')
    .select('key')
    .where('company_id', '=', scope.companyId)
    .where('connection_id', '=', scope.connectionId)
    .where('their_id', '=', theirId)
    .where('key', 'not like', goneKey('%'))
    .execute()
  for (const { key } of rows) {
    await saveContactLink(db, scope, next === null ? goneKey(key) : key, next ?? theirId)
    if (next !== null) continue
    await db
      .deleteFrom('accounting_contacts')
      .where('company_id', '=', scope.companyId)
      .where('connection_id', '=', scope.connectionId)
      .where('key', '=', key)
      .execute()
  }
}

/** The newest invoice in the books that was written for a contact. */
export async function findSaleTo(
  db: Db,
  { companyId, connectionId }: ConnectionScope,
  contact: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('accounting_steps')
    .select('their_id')
    .where('company_id', '=', companyId)
    .where('connection_id', '=', connectionId)
    .where('step', '=', 'invoice')
    .where('state', '=', 'done')
    .where(sql<string>`instruction ->> 'contact'`, '=', contact)
    .orderBy('sent_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.their_id ?? null
}
