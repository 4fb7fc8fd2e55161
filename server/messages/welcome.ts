import { type MailMessages, paragraph } from './mail-messages.ts'

/** Brings a new person the user name and the first password, which must be changed at the first login (spec §4). */
export const welcome: MailMessages<{
  readonly name: string
  /** Who the account works for; `null` for platform admins. */
  readonly company: string | null
  readonly username: string
  readonly password: string
  readonly loginUrl: string
}> = {
  en: ({ name, company, username, password, loginUrl }) => ({
    subject: 'Welcome to Risiti',
    parts: [
      paragraph(`Hello ${name},`),
      paragraph(
        company === null ? 'Your Risiti account is ready.' : `Your Risiti account for ${company} is ready.`,
      ),
      { kind: 'facts', rows: [['Username', username]] },
      paragraph('Your first password:'),
      { kind: 'code', text: password },
      paragraph('You will choose your own password at the first login.'),
      { kind: 'link', label: 'Log in', url: loginUrl },
      paragraph('Keep your username and password to yourself.'),
    ],
  }),
  sw: ({ name, company, username, password, loginUrl }) => ({
    subject: 'Karibu Risiti',
    parts: [
      paragraph(`Habari ${name},`),
      paragraph(
        company === null
          ? 'Akaunti yako ya Risiti iko tayari.'
          : `Akaunti yako ya Risiti ya ${company} iko tayari.`,
      ),
      { kind: 'facts', rows: [['Jina la mtumiaji', username]] },
      paragraph('Nenosiri lako la kwanza:'),
      { kind: 'code', text: password },
      paragraph('Utachagua nenosiri lako mwenyewe utakapoingia mara ya kwanza.'),
      { kind: 'link', label: 'Ingia', url: loginUrl },
      paragraph('Usimpe mtu mwingine jina lako la mtumiaji na nenosiri lako.'),
    ],
  }),
}
