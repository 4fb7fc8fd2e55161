import type { Clock, Db } from '../../services/context.ts'
import { insertMail } from '../../storage/notifications/mails.ts'
import type { MailGateway } from './gateway.ts'

/** Nobody can ever read there (RFC 2606); a mail server would say so, and this one does. */
const UNDELIVERABLE = /\.invalid$/i

/** The embedded default: mail is kept in the database, to be read in the mailbox for developers. */
export function createStoredMail(db: Db, clock: Clock): MailGateway {
  return {
    send: async (mail) => {
      if (UNDELIVERABLE.test(mail.to)) return { kind: 'bounced', reason: 'there is no such mailbox' }
      const at = new Date(clock.now()).toISOString()
      try {
        await insertMail(db, {
          id: mail.id,
          company_id: mail.companyId,
          to_address: mail.to,
          subject: mail.subject,
          text: mail.text,
          created_at: at,
          sent_at: at,
          error: null,
          attachment: mail.attachment ? Buffer.from(mail.attachment.content) : null,
          attachment_name: mail.attachment?.name ?? null,
        })
        return { kind: 'sent' }
      } catch (error) {
        return { kind: 'unknown', reason: error instanceof Error ? error.message : 'not stored' }
      }
    },
    close: async () => undefined,
  }
}
