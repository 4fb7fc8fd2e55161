import { type MailMessages, paragraph } from './mail-messages.ts'

/** Reports that a login needs a second factor from now on, and that recovery codes were given out. */
export const secondFactorOn: MailMessages<{ readonly name: string }> = {
  en: ({ name }) => ({
    subject: 'The second factor of your Risiti account was switched on',
    parts: [
      paragraph(`Hello ${name},`),
      paragraph(
        'The second factor of your Risiti account was just switched on, and new recovery codes were made. From now on, a login needs the password and a code from the app.',
      ),
      paragraph(
        'If this was not you, contact us right away: without that code you can no longer log in on another phone.',
      ),
    ],
  }),
  sw: ({ name }) => ({
    subject: 'Uthibitisho wa pili wa akaunti yako ya Risiti umewashwa',
    parts: [
      paragraph(`Habari ${name},`),
      paragraph(
        'Uthibitisho wa pili wa akaunti yako ya Risiti umewashwa sasa hivi, na misimbo mipya ya akiba imetolewa. Kuanzia sasa, kuingia kunahitaji nenosiri na msimbo kutoka programu ya uthibitisho.',
      ),
      paragraph(
        'Ikiwa si wewe uliyeuwasha, wasiliana nasi mara moja: bila msimbo huo huwezi tena kuingia kwenye simu nyingine.',
      ),
    ],
  }),
}

/** Reports that the password alone opens the account again. */
export const secondFactorOff: MailMessages<{ readonly name: string }> = {
  en: ({ name }) => ({
    subject: 'The second factor of your Risiti account was switched off',
    parts: [
      paragraph(`Hello ${name},`),
      paragraph(
        'The second factor of your Risiti account was just switched off. From now on, the password alone opens the account.',
      ),
      paragraph(
        'If you did not ask for this, change your password and contact us right away: someone else may know it.',
      ),
    ],
  }),
  sw: ({ name }) => ({
    subject: 'Uthibitisho wa pili wa akaunti yako ya Risiti umezimwa',
    parts: [
      paragraph(`Habari ${name},`),
      paragraph(
        'Uthibitisho wa pili wa akaunti yako ya Risiti umezimwa sasa hivi. Kuanzia sasa, nenosiri pekee linatosha kufungua akaunti.',
      ),
      paragraph(
        'Kama hukuomba hili, badilisha nenosiri lako na uwasiliane nasi mara moja: huenda kuna mtu mwingine analijua.',
      ),
    ],
  }),
}
