import { type MailMessages, paragraph } from './mail-messages.ts'

/** Reports that a login was used by two phones at once and was ended, because one of them must have copied it. */
export const sessionStolen: MailMessages<{ readonly name: string }> = {
  en: ({ name }) => ({
    subject: 'Your login to Risiti was ended',
    parts: [
      paragraph(`Hello ${name},`),
      paragraph(
        'One of your logins to Risiti was used from two places at once. It may have been copied, so it was ended.',
      ),
      paragraph('Log in again and change your password. If this happens again, contact us right away.'),
    ],
  }),
  sw: ({ name }) => ({
    subject: 'Tumekutoa kwenye akaunti yako ya Risiti',
    parts: [
      paragraph(`Habari ${name},`),
      paragraph(
        'Akaunti yako ya Risiti ilitumiwa kutoka sehemu mbili kwa wakati mmoja. Huenda kuna aliyeinakili, kwa hiyo tumekutoa kwenye simu hiyo.',
      ),
      paragraph('Ingia tena na ubadilishe nenosiri lako. Ikitokea tena, wasiliana nasi mara moja.'),
    ],
  }),
}
