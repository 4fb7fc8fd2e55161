import { type MailMessages, paragraph } from './mail-messages.ts'

/** Warns that the certificate a company signs its receipts with will end. `day` is DD-MM-YYYY. */
export const certificateEnds: MailMessages<{
  readonly company: string
  readonly serial: string
  readonly day: string
  readonly daysLeft: number
}> = {
  en: ({ company, serial, day, daysLeft }) => ({
    subject: `The TRA certificate of ${company} ends on ${day}`,
    parts: [
      paragraph(
        daysLeft <= 0
          ? `The TRA certificate of ${company} has ended.`
          : `The TRA certificate of ${company} ends in ${daysLeft === 1 ? '1 day' : `${daysLeft} days`}.`,
      ),
      {
        kind: 'facts',
        rows: [
          ['Serial number', serial],
          ['Last day', day],
        ],
      },
      paragraph(
        'Without a valid certificate no receipt can be signed. Ask TRA for a new one and upload it in time.',
      ),
    ],
  }),
  sw: ({ company, serial, day, daysLeft }) => ({
    subject: `Cheti cha TRA cha ${company} kinaisha ${day}`,
    parts: [
      paragraph(
        daysLeft <= 0
          ? `Cheti cha TRA cha ${company} kimeisha muda wake.`
          : `Cheti cha TRA cha ${company} kitaisha baada ya siku ${daysLeft}.`,
      ),
      {
        kind: 'facts',
        rows: [
          ['Namba ya mfululizo', serial],
          ['Siku ya mwisho', day],
        ],
      },
      paragraph('Bila cheti halali hakuna risiti inayoweza kusainiwa. Omba kipya TRA na ukipakie mapema.'),
    ],
  }),
}
