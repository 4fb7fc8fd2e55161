/** The parameters of the login's address. */
export type LoginSearch = {
  /** Where to go afterwards (spec §2). */
  readonly next?: string
  /** The account of this phone that was chosen. */
  readonly person?: string
  /** Shows the form, although the phone could be unlocked by a PIN. */
  readonly by?: 'password'
  /** Why the login is shown instead of what the person expected. */
  readonly why?: 'pin-ended'
}

/** Reads the parameters of the login's address; anything else is ignored. */
export function readLoginSearch(search: Record<string, unknown>): LoginSearch {
  const { next, person, by, why } = search
  return {
    ...(typeof next === 'string' ? { next } : {}),
    ...(typeof person === 'string' ? { person } : {}),
    ...(by === 'password' ? { by } : {}),
    ...(why === 'pin-ended' ? { why } : {}),
  }
}
