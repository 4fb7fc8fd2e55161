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
          ...(mail.html !== undefined && { html: mail.html }),
          messageId: `<${mail.id}@${host}>`,
          ...(mail.attachment && {
            attachments: [
              {
                filename: mail.attachment.name,
                content: Buffer.from(mail.attachment.content),
                contentType: 'application/pdf',
              },
            ],
          }),
        })
        return { kind: 'sent' }
      } catch (error) {
        return classifyFailure(error)
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

/**
 * A 5xx answer to the address (no such mailbox) or to the message is final. A 5xx answer to our own login or to our own
 * address is a wrong setting that an operator has to correct, and everything else may be temporary.
 */
function classifyFailure(error: unknown): MailOutcome {
  if (!(error instanceof Error)) return { kind: 'unknown', reason: 'unknown failure' }
  const status = 'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : 0
  const code = 'code' in error ? error.code : undefined
  const isOurs = code === 'EAUTH' || ('command' in error && error.command === 'MAIL FROM')
  if (status < 500 || isOurs) return { kind: 'unknown', reason: error.message }
  return { kind: code === 'EENVELOPE' ? 'bounced' : 'refused', reason: error.message }
}
