import type { Clock } from '../../ports/system.ts'
import type { Mail, MailGateway } from './gateway.ts'

/** Addresses that no mailbox can have (RFC 2606): a mail server answers with a bounce, and so does this one. */
const UNDELIVERABLE = /\.invalid$/i

/**
 * The embedded default: stores mail for the mailbox for developers. `insert` stores one mail with the instant it was
 * sent (ISO 8601, UTC); an error of it becomes the outcome `unknown`.
 */
export function createStoredMail(
  insert: (mail: Mail, sentAt: string) => Promise<void>,
  clock: Clock,
): MailGateway {
  return {
    send: async (mail) => {
      if (UNDELIVERABLE.test(mail.to)) return { kind: 'bounced', reason: 'there is no such mailbox' }
      const at = new Date(clock.now()).toISOString()
      try {
        await insert(mail, at)
        return { kind: 'sent' }
      } catch (error) {
        return { kind: 'unknown', reason: error instanceof Error ? error.message : 'not stored' }
      }
    },
    close: async () => undefined,
  }
}
