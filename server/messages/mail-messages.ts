import type { CurrentUser } from '#domain/users/user.ts'

/** One part of a mail; the layout writes it as HTML and as plain text. */
export type MailPart =
  | { readonly kind: 'paragraph'; readonly text: string }
  /** Something to read off and type: a one-time code, a first password. */
  | { readonly kind: 'code'; readonly text: string }
  /** Labels with their values, one to a line. */
  | { readonly kind: 'facts'; readonly rows: readonly (readonly [label: string, value: string])[] }
  | { readonly kind: 'link'; readonly label: string; readonly url: string }
  /** What a person wrote; its line ends are kept. */
  | { readonly kind: 'quote'; readonly text: string }

export type MailContent = { readonly subject: string; readonly parts: readonly MailPart[] }

/** The words of one mail in every language; a missing language does not compile. */
export type MailMessages<Facts> = Readonly<Record<CurrentUser['language'], (facts: Facts) => MailContent>>

export function paragraph(text: string): MailPart {
  return { kind: 'paragraph', text }
}
