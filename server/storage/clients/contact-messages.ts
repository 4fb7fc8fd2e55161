import type { Insertable, NotNull } from 'kysely'
import type { Db } from '../schema.ts'
import type { ContactMessagesTable } from './tables.ts'

export type NewContactMessage = Omit<
  Insertable<ContactMessagesTable>,
  'mailed_at' | 'refused_at' | 'refused_to'
>

/** How many go out at once after a mail server was away. */
const AT_ONCE = 100

/** Stores a message once; says whether it is new. */
export async function insertContactMessage(db: Db, message: NewContactMessage): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('contact_messages')
    .values(message)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Notes that the provider got a message by mail. */
export async function updateContactMessageMailed(db: Db, id: string, at: string): Promise<void> {
  await db.updateTable('contact_messages').set({ mailed_at: at }).where('id', '=', id).execute()
}

/** Notes that the provider's mail server refused a message for good. */
export async function updateContactMessageRefused(
  db: Db,
  id: string,
  refusal: { readonly at: string; readonly to: string },
): Promise<void> {
  await db
    .updateTable('contact_messages')
    .set({ refused_at: refusal.at, refused_to: refusal.to })
    .where('id', '=', id)
    .execute()
}

/**
 * Messages since an instant that the provider did not get yet and that `to` did not refuse, the oldest first, a hundred
 * at most.
 */
export async function listUnmailedMessages(db: Db, since: string, to: string): Promise<NewContactMessage[]> {
  return await db
    .selectFrom('contact_messages')
    .select(['id', 'full_name', 'email', 'phone', 'message', 'created_at'])
    .where('mailed_at', 'is', null)
    .where('created_at', '>=', since)
    .where((where) => where.or([where('refused_to', 'is', null), where('refused_to', '!=', to)]))
    .orderBy('created_at')
    .limit(AT_ONCE)
    .execute()
}

/** Messages since an instant that were neither mailed nor refused, the newest first, a hundred at most. */
export async function listMessagesWithoutAddress(db: Db, since: string): Promise<NewContactMessage[]> {
  return await db
    .selectFrom('contact_messages')
    .select(['id', 'full_name', 'email', 'phone', 'message', 'created_at'])
    .where('mailed_at', 'is', null)
    .where('refused_at', 'is', null)
    .where('created_at', '>=', since)
    .orderBy('created_at', 'desc')
    .limit(AT_ONCE)
    .execute()
}

export type RefusedContactMessage = NewContactMessage & {
  readonly refused_at: string
  readonly refused_to: string
}

/** Messages since an instant that were refused and never mailed, the newest first, a hundred at most. */
export async function listRefusedMessages(db: Db, since: string): Promise<RefusedContactMessage[]> {
  return await db
    .selectFrom('contact_messages')
    .select(['id', 'full_name', 'email', 'phone', 'message', 'created_at', 'refused_at', 'refused_to'])
    .where('mailed_at', 'is', null)
    .where('refused_at', 'is not', null)
    .where('created_at', '>=', since)
    .orderBy('created_at', 'desc')
    .limit(AT_ONCE)
    .$narrowType<{ refused_at: NotNull; refused_to: NotNull }>()
    .execute()
}
