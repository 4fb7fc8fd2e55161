import type { Config } from './config.ts'
import type { MailGateway } from './gateways/mail/gateway.ts'
import { createSmtpMail } from './gateways/mail/live.ts'
import { createStoredMail } from './gateways/mail/stored.ts'
import type { Services } from './services/context.ts'
import { insertMail } from './storage/notifications/mails.ts'

/** Where people reach the server that listens on `port`. */
export function publicUrlOf({ publicUrl }: Pick<Config, 'publicUrl'>, port: number): string {
  return publicUrl ?? `http://localhost:${port}`
}

/** The address that mails come from. */
export function senderOf(config: Pick<Config, 'port' | 'publicUrl'>): string {
  return `no-reply@${new URL(publicUrlOf(config, config.port)).hostname}`
}

/** Mail over the configured SMTP server, or into the mailbox for developers. */
export function createMail(
  config: Pick<Config, 'port' | 'publicUrl' | 'smtpUrl'>,
  { clock, db }: Pick<Services, 'clock' | 'db'>,
): MailGateway {
  if (config.smtpUrl) return createSmtpMail(config.smtpUrl, senderOf(config))
  return createStoredMail((sent, at) => insertMail(db, sent, at), clock)
}
