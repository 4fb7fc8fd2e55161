import {
  ENVIRONMENT_MARKS,
  type FiscalEnvironment,
  notFiscalLines,
  statedEnvironment,
} from '#domain/fiscal/environment.ts'
import { type MailMessages, type MailPart, paragraph } from './mail-messages.ts'

type Facts = {
  readonly seller: string
  readonly sellerPhone: string
  /** Verification code of the receipt. */
  readonly code: string
  readonly day: string
  readonly total: string
  /** The authority's page that shows the receipt. */
  readonly verifyUrl: string
  /** The authority the receipt was made for. */
  readonly environment: FiscalEnvironment
}

function subjectMark(environment: FiscalEnvironment, language: 'en' | 'sw'): string {
  const mark = ENVIRONMENT_MARKS[environment]
  return mark === null ? '' : `[${mark[language]}] `
}

/** What is not fiscal says so in both languages, as on the receipt itself. */
function markParts(environment: FiscalEnvironment): MailPart[] {
  const lines = notFiscalLines(statedEnvironment(environment))
  return lines.length === 0 ? [] : [paragraph(lines.join('\n'))]
}

/** Brings a customer the receipt of an invoice. */
export const invoiceMail: MailMessages<Facts> = {
  en: ({ seller, sellerPhone, code, day, total, verifyUrl, environment }) => ({
    subject: `${subjectMark(environment, 'en')}Receipt ${code} from ${seller}`,
    parts: [
      ...markParts(environment),
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
  sw: ({ seller, sellerPhone, code, day, total, verifyUrl, environment }) => ({
    subject: `${subjectMark(environment, 'sw')}Risiti ${code} kutoka ${seller}`,
    parts: [
      ...markParts(environment),
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
