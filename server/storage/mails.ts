import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../services/context.ts'
import type { MailsTable } from './schema.ts'

export type StoredMail = Selectable<MailsTable>

export async function insertMail(db: Db, mail: Insertable<MailsTable>): Promise<void> {
  await db.insertInto('mails').values(mail).execute()
}

/** The newest mails of the embedded mailbox, newest first. Only the mailbox for developers reads them. */
export async function listLatestMails(db: Db, limit: number): Promise<StoredMail[]> {
  return await db.selectFrom('mails').selectAll().orderBy('created_at', 'desc').limit(limit).execute()
}
