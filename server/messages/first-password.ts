import { type MailMessages, paragraph } from './mail-messages.ts'

type Facts = {
  readonly name: string
  /** Company or organization of the account. */
  readonly worksFor: string
  readonly username: string
  readonly password: string
  readonly loginUrl: string
}

/** Brings a person the one-time password of a new account, or of one whose password was reset. */
export const firstPassword: MailMessages<Facts> = {
  en: ({ name, worksFor, username, password, loginUrl }) => ({
    subject: 'Your Risiti password',
    parts: [
      paragraph(`Hello ${name},`),
      paragraph(`You can log in to Risiti for ${worksFor}.`),
      { kind: 'facts', rows: [['Username', username]] },
      paragraph('Your one-time password:'),
      { kind: 'code', text: password },
      paragraph(
        'You will be asked to choose your own password when you log in with it. Do not share it with anyone.',
      ),
      { kind: 'link', label: 'Log in', url: loginUrl },
      paragraph('If you did not expect this email, tell the owner of your company.'),
    ],
  }),
  sw: ({ name, worksFor, username, password, loginUrl }) => ({
    subject: 'Nenosiri lako la Risiti',
    parts: [
      paragraph(`Habari ${name},`),
      paragraph(`Unaweza kuingia kwenye Risiti ya ${worksFor}.`),
      { kind: 'facts', rows: [['Jina la mtumiaji', username]] },
      paragraph('Nenosiri lako la kutumia mara moja:'),
      { kind: 'code', text: password },
      paragraph('Ukiingia nalo utaombwa kuchagua nenosiri lako mwenyewe. Usimpe mtu mwingine.'),
      { kind: 'link', label: 'Ingia', url: loginUrl },
      paragraph('Ikiwa hukutarajia barua pepe hii, mjulishe mmiliki wa kampuni yako.'),
    ],
  }),
}
