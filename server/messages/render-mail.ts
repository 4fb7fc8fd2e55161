import type { ProviderContact } from '#domain/contact/provider-contact.ts'
import { phoneText } from '#domain/identity/phone.ts'
import type { CurrentUser } from '#domain/users/user.ts'
import type { MailContent, MailPart } from './mail-messages.ts'

export type RenderedMail = { readonly subject: string; readonly text: string; readonly html: string }

const CONTACT_LABELS = {
  en: { contact: 'Contact us', phone: 'Phone', email: 'Email', whatsapp: 'WhatsApp' },
  sw: { contact: 'Wasiliana nasi', phone: 'Simu', email: 'Barua pepe', whatsapp: 'WhatsApp' },
} as const

/** Colours of the light theme, written out: a mail has no style sheet of ours. */
const COLOR = {
  page: '#f7f5ef',
  card: '#ffffff',
  line: '#dcd7ca',
  text: '#1b2420',
  dim: '#57605b',
  brand: '#0e6a59',
}
const FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',Arial,sans-serif"

/**
 * Writes a mail as HTML and as plain text from the same parts, so that both say the same. The HTML is one column of
 * tables with the styles inline, without pictures and without anything fetched: what mail programs show everywhere.
 */
export function renderMail(
  { subject, parts }: MailContent,
  language: CurrentUser['language'],
  contact?: ProviderContact,
): RenderedMail {
  const all = [...parts, ...contactParts(language, contact)]
  return {
    subject,
    text: `${all.map(textOf).join('\n\n')}\n`,
    html: page(subject, language, all.map(htmlOf).join('\n')),
  }
}

function contactParts(language: CurrentUser['language'], contact: ProviderContact | undefined): MailPart[] {
  if (!contact) return []
  const labels = CONTACT_LABELS[language]
  const rows = (['phone', 'email', 'whatsapp'] as const).flatMap((kind): [string, string][] => {
    const value = contact[kind]
    return value === null ? [] : [[labels[kind], phoneText(value)]]
  })
  return rows.length === 0
    ? []
    : [
        { kind: 'paragraph', text: `${labels.contact}:` },
        { kind: 'facts', rows },
      ]
}

function textOf(part: MailPart): string {
  switch (part.kind) {
    case 'paragraph':
      return part.text
    case 'code':
      return `    ${part.text}`
    case 'facts':
      return part.rows.map(([label, value]) => `${label}: ${value}`).join('\n')
    case 'link':
      return `${part.label}: ${part.url}`
    case 'quote':
      return part.text
        .split('\n')
        .map((line) => `> ${line}`)
        .join('\n')
  }
}

function htmlOf(part: MailPart): string {
  const text = `margin:0 0 16px;color:${COLOR.text};font-size:16px;line-height:24px`
  switch (part.kind) {
    case 'paragraph':
      return `<p style="${text}">${withBreaks(part.text)}</p>`
    case 'code':
      return `<p style="margin:0 0 16px;padding:12px 16px;border:1px solid ${COLOR.line};border-radius:8px;background:${COLOR.page};color:${COLOR.text};font-family:monospace;font-size:28px;line-height:36px;letter-spacing:4px;text-align:center">${escapeHtml(part.text)}</p>`
    case 'facts':
      return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px;border-collapse:collapse">${part.rows
        .map(
          ([label, value]) =>
            `<tr><td style="padding:4px 16px 4px 0;color:${COLOR.dim};font-size:15px;vertical-align:top">${escapeHtml(label)}</td><td style="padding:4px 0;color:${COLOR.text};font-size:15px">${withBreaks(value)}</td></tr>`,
        )
        .join('')}</table>`
    case 'link':
      return `<p style="margin:0 0 8px"><a href="${escapeHtml(part.url)}" style="display:inline-block;padding:12px 20px;border-radius:10px;background:${COLOR.brand};color:#ffffff;font-size:16px;font-weight:bold;text-decoration:none">${escapeHtml(part.label)}</a></p><p style="margin:0 0 16px;color:${COLOR.dim};font-size:13px;line-height:20px;word-break:break-all">${escapeHtml(part.url)}</p>`
    case 'quote':
      return `<p style="margin:0 0 16px;padding:0 0 0 12px;border-left:3px solid ${COLOR.line};color:${COLOR.text};font-size:16px;line-height:24px">${withBreaks(part.text)}</p>`
  }
}

function page(subject: string, language: CurrentUser['language'], content: string): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:0;background:${COLOR.page}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${COLOR.page};font-family:${FONT}">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;border:1px solid ${COLOR.line};border-radius:16px;background:${COLOR.card}">
<tr><td style="padding:20px 24px 0;color:${COLOR.brand};font-size:20px;font-weight:bold">Risiti</td></tr>
<tr><td style="padding:16px 24px 12px">
<h1 style="margin:0 0 16px;color:${COLOR.text};font-size:22px;line-height:28px">${escapeHtml(subject)}</h1>
${content}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

function withBreaks(text: string): string {
  return escapeHtml(text).replaceAll('\n', '<br>')
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
