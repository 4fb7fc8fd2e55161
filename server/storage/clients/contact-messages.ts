import type { Insertable } from 'kysely'
import type { Db } from '../schema.ts'
import type { ContactMessagesTable } from './tables.ts'

export type NewContactMessage = Omit<Insertable<ContactMessagesTable>, 'mailed_at'>

/** How many go out at once after a mail server was away. */
const AT_ONCE = 100

export async function insertContactMessage(db: Db, message: NewContactMessage): Promise<void> {
  await db.insertInto('contact_messages').values(message).execute()
}

/** Notes that the provider got a message by mail. */
export async function updateContactMessageMailed(db: Db, id: string, at: string): Promise<void> {
  await db.updateTable('contact_messages').set({ mailed_at: at }).where('id', '=', id).execute()
}

/** Messages since an instant that the provider did not get yet, the oldest first, a hundred at most. */
export async function listUnmailedMessages(db: Db, since: string): Promise<NewContactMessage[]> {
  return await db
    .selectFrom('contact_messages')
    .select(['id', 'full_name', 'email', 'phone', 'message', 'created_at'])
    .where('mailed_at', 'is', null)
    .where('created_at', '>=', since)
    .orderBy('created_at')
    .limit(AT_ONCE)
    .execute()
}
