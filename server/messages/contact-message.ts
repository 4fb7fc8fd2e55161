import { type MailMessages, paragraph } from './mail-messages.ts'

/** Sends the provider a message from the contact form (spec §5). */
export const contactMessage: MailMessages<{
  readonly fullName: string
  readonly email: string
  /** Empty when none was given. */
  readonly phone: string
  readonly message: string
}> = {
  en: ({ fullName, email, phone, message }) => ({
    subject: `Message from ${fullName}`,
    parts: [
      paragraph('Somebody wrote to you with the contact form:'),
      {
        kind: 'facts',
        rows: [
          ['Full name', fullName],
          ['Email', email],
          ...(phone === '' ? [] : [['Phone', phone] as const]),
        ],
      },
      { kind: 'quote', text: message },
    ],
  }),
  sw: ({ fullName, email, phone, message }) => ({
    subject: `Ujumbe kutoka kwa ${fullName}`,
    parts: [
      paragraph('Kuna mtu amekuandikia kwa fomu ya mawasiliano:'),
      {
        kind: 'facts',
        rows: [
          ['Jina kamili', fullName],
          ['Barua pepe', email],
          ...(phone === '' ? [] : [['Simu', phone] as const]),
        ],
      },
      { kind: 'quote', text: message },
    ],
  }),
}
