import type { Selectable } from 'kysely'
import type { Db } from '../schema.ts'
import type { MailsTable } from './tables.ts'

export type StoredMail = Omit<Selectable<MailsTable>, 'attachment' | 'html'> & { readonly has_html: boolean }

/** A mail as the embedded mailbox takes it in. */
export type NewMail = {
  readonly id: string
  readonly companyId: string | null
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html?: string
  readonly attachment?: { readonly name: string; readonly content: Uint8Array }
}

/** Inserts a mail sent at `sentAt` (ISO 8601, UTC). A mail whose id is there already is dropped, as a mailbox does. */
export async function insertMail(db: Db, mail: NewMail, sentAt: string): Promise<void> {
  await db
    .insertInto('mails')
    .values({
      id: mail.id,
      company_id: mail.companyId,
      to_address: mail.to,
      subject: mail.subject,
      text: mail.text,
      html: mail.html ?? null,
      created_at: sentAt,
      sent_at: sentAt,
      error: null,
      attachment: mail.attachment ? Buffer.from(mail.attachment.content) : null,
      attachment_name: mail.attachment?.name ?? null,
    })
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

/** How a mail of the embedded mailbox looks; `undefined` for one in plain text only. For the mailbox for developers. */
export async function findMailHtml(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('mails').select('html').where('id', '=', id).executeTakeFirst()
  return row?.html ?? undefined
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
    .select((mail) => mail('html', 'is not', null).$castTo<boolean>().as('has_html'))
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()
}
