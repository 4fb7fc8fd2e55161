/**
 * What happened to the session of this page. Only a refused refresh, the person (who may only lock it) and another tab
 * end it: a server that cannot be reached is assumed to agree.
 */
export type SessionEvent =
  | 'signed-in'
  | 'not-signed-in'
  | 'refresh-refused'
  | 'signed-out'
  /** The PIN of this account unlocks it again. */
  | 'locked'
  | 'changed-in-another-tab'
  | 'password-change-required'
