import { type MailMessages, paragraph } from './mail-messages.ts'

/** Says that messages to a program have stopped, and how they go on. `isGone`: it answered that it is there no more. */
export const webhookStopped: MailMessages<{
  readonly company: string
  readonly address: string
  readonly isGone: boolean
}> = {
  en: ({ company, address, isGone }) => ({
    subject: `Messages of ${company} to your program have stopped`,
    parts: [
      paragraph(
        isGone
          ? 'Risiti has switched this address off: it answered that it is there no more (410).'
          : 'Risiti has switched this address off: for days it took no message.',
      ),
      { kind: 'facts', rows: [['Address', address]] },
      paragraph(
        'Fix the program, then switch the address on again in Risiti, under API keys. Unsent messages are sent then.',
      ),
    ],
  }),
  sw: ({ company, address, isGone }) => ({
    subject: `Ujumbe wa ${company} kwa programu yako umesimama`,
    parts: [
      paragraph(
        isGone
          ? 'Risiti imezima anwani hii: ilijibu kwamba haipo tena (410).'
          : 'Risiti imezima anwani hii: kwa siku kadhaa haikupokea ujumbe wowote.',
      ),
      { kind: 'facts', rows: [['Anwani', address]] },
      paragraph(
        'Rekebisha programu, kisha washa anwani tena katika Risiti, kwenye Funguo za API. Ujumbe ambao haujatumwa utatumwa hapo.',
      ),
    ],
  }),
}
