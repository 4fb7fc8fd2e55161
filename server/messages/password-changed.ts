import { type MailMessages, paragraph } from './mail-messages.ts'

/** Reports to the owner of an account that its password was changed. */
export const passwordChanged: MailMessages<{ readonly name: string }> = {
  en: ({ name }) => ({
    subject: 'Your Risiti password was changed',
    parts: [
      paragraph(`Hello ${name},`),
      paragraph('The password of your Risiti account was just changed, and other phones were logged out.'),
      paragraph('If this was not you, tell your company owner or contact us right away.'),
    ],
  }),
  sw: ({ name }) => ({
    subject: 'Nenosiri lako la Risiti limebadilishwa',
    parts: [
      paragraph(`Habari ${name},`),
      paragraph(
        'Nenosiri la akaunti yako ya Risiti limebadilishwa sasa hivi, na simu nyingine zimetolewa kwenye akaunti.',
      ),
      paragraph(
        'Ikiwa si wewe uliyelibadilisha, mjulishe mmiliki wa kampuni yako au wasiliana nasi mara moja.',
      ),
    ],
  }),
}
