import type { MailMessages } from './mail-messages.ts'

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
    text: `${simulated ? 'This is a simulation, not a fiscal receipt.\n\n' : ''}Hello,

Here is your receipt from ${seller}. It is attached as a PDF file.

Receipt: ${code}
Date: ${day}
Total: ${total}

Verify it at TRA: ${verifyUrl}

Questions about this receipt? Call ${seller}: ${sellerPhone}
This email was sent by Risiti for ${seller}. Please do not reply.`,
  }),
  sw: ({ seller, sellerPhone, code, day, total, verifyUrl, simulated }) => ({
    subject: `${simulated ? '[MAJARIBIO] ' : ''}Risiti ${code} kutoka ${seller}`,
    text: `${simulated ? 'Hili ni jaribio, si risiti ya EFD.\n\n' : ''}Habari,

Hii ni risiti yako kutoka ${seller}. Imeambatishwa kama faili la PDF.

Risiti: ${code}
Tarehe: ${day}
Jumla: ${total}

Ihakiki TRA: ${verifyUrl}

Una swali kuhusu risiti hii? Piga simu ${sellerPhone} (${seller})
Barua pepe hii imetumwa na Risiti kwa niaba ya ${seller}. Tafadhali usiijibu.`,
  }),
}
