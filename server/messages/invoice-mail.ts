import { type MailMessages, paragraph } from './mail-messages.ts'

type Facts = {
  readonly seller: string
  readonly sellerPhone: string
  /** Verification code of the receipt. */
  readonly code: string
  readonly day: string
  readonly total: string
  /** The authority's page that shows the receipt. */
  readonly verifyUrl: string
  /** Made for a simulated authority: no fiscal document. */
  readonly simulated: boolean
}

/** Brings a customer the receipt of an invoice. */
export const invoiceMail: MailMessages<Facts> = {
  en: ({ seller, sellerPhone, code, day, total, verifyUrl, simulated }) => ({
    subject: `${simulated ? '[SIMULATION] ' : ''}Receipt ${code} from ${seller}`,
    parts: [
      ...(simulated ? [paragraph('This is a simulation, not a fiscal receipt.')] : []),
      paragraph('Hello,'),
      paragraph(`Here is your receipt from ${seller}. It is attached as a PDF file.`),
      {
        kind: 'facts',
        rows: [
          ['Receipt', code],
          ['Date', day],
          ['Total', total],
        ],
      },
      { kind: 'link', label: 'Verify it at TRA', url: verifyUrl },
      paragraph(
        `Questions about this receipt? Call ${seller}: ${sellerPhone}\nThis email was sent by Risiti for ${seller}. Please do not reply.`,
      ),
    ],
  }),
  sw: ({ seller, sellerPhone, code, day, total, verifyUrl, simulated }) => ({
    subject: `${simulated ? '[MAJARIBIO] ' : ''}Risiti ${code} kutoka ${seller}`,
    parts: [
      ...(simulated ? [paragraph('Hili ni jaribio, si risiti ya EFD.')] : []),
      paragraph('Habari,'),
      paragraph(`Hii ni risiti yako kutoka ${seller}. Imeambatishwa kama faili la PDF.`),
      {
        kind: 'facts',
        rows: [
          ['Risiti', code],
          ['Tarehe', day],
          ['Jumla', total],
        ],
      },
      { kind: 'link', label: 'Ihakiki TRA', url: verifyUrl },
      paragraph(
        `Una swali kuhusu risiti hii? Piga simu ${sellerPhone} (${seller})\nBarua pepe hii imetumwa na Risiti kwa niaba ya ${seller}. Tafadhali usiijibu.`,
      ),
    ],
  }),
}
