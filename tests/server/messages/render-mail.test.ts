import { describe, expect, test } from 'vitest'
import { certificateEnds } from '#server/messages/certificate-ends.ts'
import { confirmEmail } from '#server/messages/confirm-email.ts'
import { contactMessage } from '#server/messages/contact-message.ts'
import { emailChanged } from '#server/messages/email-changed.ts'
import { firstPassword } from '#server/messages/first-password.ts'
import { invoiceMail } from '#server/messages/invoice-mail.ts'
import type { MailContent } from '#server/messages/mail-messages.ts'
import { newPhoneLogin } from '#server/messages/new-phone-login.ts'
import { oneTimeCode } from '#server/messages/one-time-code.ts'
import { passwordChanged } from '#server/messages/password-changed.ts'
import { renderMail } from '#server/messages/render-mail.ts'
import { secondFactorOff, secondFactorOn } from '#server/messages/second-factor-changed.ts'

const url = 'https://risiti.example.tz/x?a=1&b=2'
const person = { name: 'Asha <Mfano>', username: 'asha' }
const at = { phone: 'Chrome, Android', at: '23-11-2026 14:05' }
const note = {
  fullName: 'Juma & Wana',
  email: 'juma@example.tz',
  phone: '754000001',
  message: 'Habari\n<b>Bei?</b>',
}
const ending = { company: 'Duka Mfano', serial: '99TZ000001', day: '30-11-2026', daysLeft: 7 }
const receipt = {
  ...{ seller: 'Duka Mfano', sellerPhone: '+255 754 000 002', code: 'TEST0001', day: '23-11-2026' },
  ...{ total: 'Tsh 3,000', verifyUrl: url, environment: 'test' as const },
}

/** Every mail in both languages, with facts that a careless layout would break. */
const MAILS: readonly (readonly [
  string,
  { readonly en: MailContent; readonly sw: MailContent },
  readonly string[],
])[] = [
  ['one-time code', both(oneTimeCode, { ...person, code: '048213' }), ['048213', 'asha']],
  [
    'welcome with the first password',
    both(firstPassword, { ...person, worksFor: 'Duka & Co', password: 'Abc<2345>', loginUrl: url }),
    ['asha', 'Abc<2345>', 'Duka & Co', url],
  ],
  ['contact', both(contactMessage, note), ['Juma & Wana', 'juma@example.tz', '754000001', '<b>Bei?</b>']],
  ['password changed', both(passwordChanged, person), ['Asha <Mfano>']],
  [
    'invoice',
    both(invoiceMail, receipt),
    [
      'SI RISITI YA EFD - JARIBIO LA TRA',
      'NOT A FISCAL RECEIPT - TRA TEST',
      'TEST0001',
      'Tsh 3,000',
      '+255 754 000 002',
      url,
    ],
  ],
  ['certificate ends', both(certificateEnds, ending), ['99TZ000001', '30-11-2026', '7']],
  ['email changed', both(emailChanged, person), ['Asha <Mfano>']],
  ['second factor on', both(secondFactorOn, person), ['Asha <Mfano>']],
  ['second factor off', both(secondFactorOff, person), ['Asha <Mfano>']],
  ['new email', both(confirmEmail, { ...person, url }), [url]],
  ['login on a new phone', both(newPhoneLogin, { ...person, ...at }), [at.phone, at.at]],
]

function both<Facts>(
  messages: Readonly<Record<'en' | 'sw', (facts: Facts) => MailContent>>,
  facts: Facts,
): { readonly en: MailContent; readonly sw: MailContent } {
  return { en: messages.en(facts), sw: messages.sw(facts) }
}

/** The words that a person sees of an HTML page, without those of its head. */
function visibleText(html: string): string {
  return html
    .replace(/<head>.*<\/head>/s, '')
    .replaceAll(/<br>|<\/(p|td|h1|tr)>/g, '\n')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}

const words = (text: string) =>
  text
    .replaceAll(/^> /gm, '')
    .split(/[\s:]+/)
    .filter((word) => word !== '')

describe.each(MAILS)('the mail: %s', (_, content, facts) => {
  test.each(['en', 'sw'] as const)('says in %s the same as HTML and as plain text', (language) => {
    const { subject, text, html } = renderMail(content[language], language)
    for (const fact of facts) {
      expect(text).toContain(fact.split('\n')[0])
      expect(visibleText(html)).toContain(fact)
    }
    expect(words(visibleText(html)).sort().join(' ')).toContain(words(subject)[0])
    const shown = new Set(words(visibleText(html)))
    expect(words(text).filter((word) => !shown.has(word))).toEqual([])
    expect(subject).not.toMatch(/[\r\n]/)
  })

  test('has its own words in each language', () => {
    expect(content.en.subject).not.toBe(content.sw.subject)
    expect(content.en.parts.length).toBe(content.sw.parts.length)
    expect(content.en.parts.map(({ kind }) => kind)).toEqual(content.sw.parts.map(({ kind }) => kind))
  })
})

test('what people wrote stays text in the HTML, and nothing is fetched', () => {
  const { html } = renderMail(contactMessage.en(note), 'en')
  expect(html).toContain('&lt;b&gt;Bei?&lt;/b&gt;')
  expect(html).not.toMatch(/<b>|<img|<script|<link|url\(/)
})

test('the provider can be reached from a mail by what is configured', () => {
  const contact = { phone: '+255700000100', email: null, whatsapp: '+255700000101' }
  const { text } = renderMail(passwordChanged.sw(person), 'sw', contact)
  expect(text).toContain('Simu: +255 700 000 100\nWhatsApp: +255 700 000 101')
  expect(text).not.toContain('Barua pepe:')
})
