import type { FieldRefusal } from '../refusal.ts'

export const LOGIN_REFUSALS = ['LOGIN_USERNAME_REQUIRED', 'LOGIN_PASSWORD_REQUIRED'] as const
export type LoginRefusal = (typeof LOGIN_REFUSALS)[number]

/** The missing fields of the login form (spec §5: username and password are required). */
export function checkLogin(form: { username: string; password: string }): FieldRefusal<LoginRefusal>[] {
  const found: FieldRefusal<LoginRefusal>[] = []
  if (form.username.trim() === '') found.push({ path: 'username', code: 'LOGIN_USERNAME_REQUIRED' })
  if (form.password === '') found.push({ path: 'password', code: 'LOGIN_PASSWORD_REQUIRED' })
  return found
}
