import type { UserType } from './user.ts'

/** Accounts that look after others may add a second factor to the password; operators sign in many times a day. */
export function mayHaveSecondFactor(userType: UserType): boolean {
  return userType !== 'operator'
}

/** Recovery codes that a person gets, each good once. */
export const RECOVERY_CODES = 10

/** A six-digit code as typed: with spaces or without. */
export function plainTimeCode(typed: string): string {
  return typed.replace(/\s/g, '')
}
