import type { CurrentUser } from '#domain/users/user.ts'

/** The user on this screen. */
export type SessionState =
  | { readonly kind: 'starting' }
  | {
      readonly kind: 'signed-out'
      readonly because: 'person' | 'locked' | 'refused' | 'another-tab' | 'nobody'
    }
  | {
      readonly kind: 'signed-in'
      readonly accountId: string
      readonly user: CurrentUser
      readonly mustChangePassword: boolean
      /** False while the server cannot be asked for a new bearer; nothing else changes. */
      readonly renewable: boolean
    }

/** Everything that can happen to a session. */
export type SessionEvent =
  | {
      readonly kind: 'signed-in'
      readonly accountId: string
      readonly user: CurrentUser
      readonly mustChangePassword: boolean
    }
  | { readonly kind: 'token-refreshed'; readonly accountId: string }
  | { readonly kind: 'refresh-refused'; readonly accountId: string }
  | { readonly kind: 'refresh-unreachable'; readonly accountId: string }
  | { readonly kind: 'password-changed'; readonly accountId: string }
  | { readonly kind: 'password-change-required'; readonly accountId: string }
  | { readonly kind: 'signed-out'; readonly accountId: string }
  /** The PIN of this account unlocks it again. */
  | { readonly kind: 'locked'; readonly accountId: string }
  | { readonly kind: 'nobody-found' }
  /** `accountId` is the account that is signed in there now; `null` when none is. */
  | { readonly kind: 'changed-in-another-tab'; readonly accountId: string | null }

export const STARTING: SessionState = { kind: 'starting' }

/**
 * What each event does. Only a refused refresh, the person (who may only lock it) and another tab end a session: a
 * server that cannot be reached is assumed to agree. Events of another account, which the worker may send, change
 * nothing here.
 */
export function sessionReducer(state: SessionState, event: SessionEvent): SessionState {
  if (event.kind === 'signed-in') {
    const { accountId, user, mustChangePassword } = event
    return { kind: 'signed-in', accountId, user, mustChangePassword, renewable: true }
  }
  if (event.kind === 'nobody-found') return { kind: 'signed-out', because: 'nobody' }
  if (state.kind !== 'signed-in') return state
  if (event.kind === 'changed-in-another-tab') {
    return event.accountId === state.accountId ? state : { kind: 'signed-out', because: 'another-tab' }
  }
  if (event.accountId !== state.accountId) return state
  switch (event.kind) {
    case 'token-refreshed':
      return { ...state, renewable: true }
    case 'refresh-unreachable':
      return { ...state, renewable: false }
    case 'password-changed':
      return { ...state, mustChangePassword: false }
    case 'password-change-required':
      return { ...state, mustChangePassword: true }
    case 'refresh-refused':
      return { kind: 'signed-out', because: 'refused' }
    case 'signed-out':
      return { kind: 'signed-out', because: 'person' }
    case 'locked':
      return { kind: 'signed-out', because: 'locked' }
  }
}
