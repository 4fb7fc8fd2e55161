import type { FieldRefusal } from '../refusal.ts'

export const LOGIN_REFUSALS = ['LOGIN_USERNAME_REQUIRED', 'LOGIN_PASSWORD_REQUIRED'] as const
export type LoginRefusal = (typeof LOGIN_REFUSALS)[number]

type Login = {
  readonly username: string
  readonly password: string
  /** Of an authenticator app; absent until the account asks for one. */
  readonly code?: string | undefined
}

/** The missing fields of the login form (spec §5: username and password are required). */
export function checkLogin(form: Login): FieldRefusal<LoginRefusal | 'SECOND_FACTOR_REQUIRED'>[] {
  const found: FieldRefusal<LoginRefusal | 'SECOND_FACTOR_REQUIRED'>[] = []
  if (form.username.trim() === '') found.push({ path: 'username', code: 'LOGIN_USERNAME_REQUIRED' })
  if (form.password === '') found.push({ path: 'password', code: 'LOGIN_PASSWORD_REQUIRED' })
  if (form.code?.trim() === '') found.push({ path: 'code', code: 'SECOND_FACTOR_REQUIRED' })
  return found
}
