import type { MailMessages } from './mail-messages.ts'

/** Tells the owner of an account that its password was changed. */
export const passwordChanged: MailMessages<{ readonly name: string }> = {
  en: ({ name }) => ({
    subject: 'Your Risiti password was changed',
    text: `Hello ${name},

The password of your Risiti account was just changed, and other phones were logged out.

If this was not you, tell your company owner or contact us right away.`,
  }),
  sw: ({ name }) => ({
    subject: 'Nenosiri lako la Risiti limebadilishwa',
    text: `Habari ${name},

Nenosiri la akaunti yako ya Risiti limebadilishwa sasa hivi, na simu nyingine zimetolewa kwenye akaunti.

Ikiwa si wewe uliyelibadilisha, mjulishe mmiliki wa kampuni yako au wasiliana nasi mara moja.`,
  }),
}
