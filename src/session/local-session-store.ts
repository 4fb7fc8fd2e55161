import type { CurrentUser } from '#domain/users/user.ts'

/** The pair as the server sends it. */
export type Tokens = { readonly token: string; readonly refresh_token: string }

/** What local storage holds for the current screens: `jwt`, `user` and `change-password` (spec §3). */
export type LocalSession = {
  readonly jwt: Tokens
  readonly user: CurrentUser
  readonly changePassword: boolean
}

/** Local storage, passed in by `app`. Workers have none and pass `null`; the account's database is authoritative. */
export type LocalSessionStore = {
  /** `undefined` when nothing is there or it cannot be read. */
  read(): LocalSession | undefined
  write(session: LocalSession): void
  clear(): void
}
