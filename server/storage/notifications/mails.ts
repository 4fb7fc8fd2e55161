import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../services/context.ts'
import type { MailsTable } from './tables.ts'

export type StoredMail = Omit<Selectable<MailsTable>, 'attachment'>

/** Keeps a mail. The same one again, as a mailbox knows it by its id, is dropped. */
export async function insertMail(db: Db, mail: Insertable<MailsTable>): Promise<void> {
  await db
    .insertInto('mails')
    .values(mail)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** The attachment of a mail of the embedded mailbox. Only the mailbox for developers reads it. */
export async function findAttachment(
  db: Db,
  id: string,
): Promise<{ readonly name: string; readonly content: Buffer } | undefined> {
  const row = await db
    .selectFrom('mails')
    .select(['attachment', 'attachment_name'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.attachment ? { name: row.attachment_name ?? 'attachment', content: row.attachment } : undefined
}

/** The newest mails of the embedded mailbox, newest first. Only the mailbox for developers reads them. */
export async function listLatestMails(db: Db, limit: number): Promise<StoredMail[]> {
  return await db
    .selectFrom('mails')
    .select([
      'id',
      'company_id',
      'to_address',
      'subject',
      'text',
      'created_at',
      'sent_at',
      'error',
      'attachment_name',
    ])
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()
}
