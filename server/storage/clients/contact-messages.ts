import type { Insertable } from 'kysely'
import type { Db } from '../schema.ts'
import type { ContactMessagesTable } from './tables.ts'

export async function insertContactMessage(db: Db, message: Insertable<ContactMessagesTable>): Promise<void> {
  await db.insertInto('contact_messages').values(message).execute()
}

/** Notes that the provider got a message by mail. */
export async function updateContactMessageMailed(db: Db, id: string, at: string): Promise<void> {
  await db.updateTable('contact_messages').set({ mailed_at: at }).where('id', '=', id).execute()
}
