import type { CurrentUser } from '#domain/users/user.ts'

/** The words of one mail in every language; a missing language does not compile. */
export type MailMessages<Facts> = Readonly<
  Record<CurrentUser['language'], (facts: Facts) => { readonly subject: string; readonly text: string }>
>
