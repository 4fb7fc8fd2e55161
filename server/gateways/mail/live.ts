import { createTransport } from 'nodemailer'
import type { MailGateway, MailOutcome } from './gateway.ts'

/** Mail over SMTP. `from` is the address people see. */
export function createSmtpMail(smtpUrl: string, from: string): MailGateway {
  const transport = createTransport(withPool(smtpUrl))
  const host = from.split('@')[1] ?? 'localhost'
  return {
    send: async (mail) => {
      try {
        await transport.sendMail({
          from: { name: 'Risiti', address: from },
          to: mail.to,
          subject: mail.subject,
          text: mail.text,
          messageId: `<${mail.id}@${host}>`,
        })
        return { kind: 'sent' }
      } catch (error) {
        return readFailure(error)
      }
    },
    close: async () => transport.close(),
  }
}

function withPool(smtpUrl: string): string {
  const url = new URL(smtpUrl)
  url.searchParams.set('pool', 'true')
  return url.href
}

/** A 5xx answer is final (no such mailbox); everything else may pass. */
function readFailure(error: unknown): MailOutcome {
  if (!(error instanceof Error)) return { kind: 'unknown', reason: 'unknown failure' }
  const status = 'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : 0
  return { kind: status >= 500 ? 'refused' : 'unknown', reason: error.message }
}
