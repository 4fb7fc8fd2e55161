/** A mail in plain text, and as HTML where it has a layout. `id` stays the same when it is sent again, so that a mailbox can drop the double. */
export type Mail = {
  readonly id: string
  readonly companyId: string | null
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html?: string
  readonly attachment?: MailAttachment
}

/** A PDF that goes with a mail. */
export type MailAttachment = { readonly name: string; readonly content: Uint8Array }

/**
 * The outcome of a mail. `refused`: sending again will not help. `unknown`: sending again may help.
 * `bounced`: the address has no mailbox.
 */
export type MailOutcome =
  | { readonly kind: 'sent' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'bounced'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly reason: string }

/** Sends mail. Answers with a value; never throws. */
export interface MailGateway {
  send(mail: Mail): Promise<MailOutcome>
  readonly close: () => Promise<void>
}
