/** Counts attempts. `consume` refuses with `TOO_MANY_REQUESTS`; `refund` gives back what a success took. */
export type AttemptLimit = {
  consume(...subject: readonly string[]): Promise<void>
  refund(...subject: readonly string[]): Promise<void>
}

/**
 * Slows guessing of one name from many addresses. `consume` lets the first attempts pass and makes each
 * further one wait longer, up to a minute, but never blocks the name permanently; `refund` undoes the count
 * of a success.
 */
export type ProgressiveDelay = AttemptLimit

export type ContactLimits = {
  /** Per network address: messages and registration requests of people without an account. */
  readonly contact: AttemptLimit
}

export type RecoveryLimits = {
  /** Per network address: codes requested, tried, and passwords set. */
  readonly recovery: AttemptLimit
  /** By address of mail: one-time codes sent there. */
  readonly recoveryMail: AttemptLimit
}

export type AuthLimits = {
  /** Per name, for any network address, on devices where this user never signed in. */
  readonly loginName: ProgressiveDelay
  /**
   * By name and device, for devices on which this user has signed in: guesses by other people do not make
   * them wait.
   */
  readonly loginKnownDevice: AttemptLimit
  readonly login: AttemptLimit
  readonly loginAddress: AttemptLimit
  readonly refresh: AttemptLimit
  readonly password: AttemptLimit
  /** By person: codes of a second factor, after the password was right. */
  readonly secondFactor: AttemptLimit
}

/** What is left of a limit after one more call; `left` is `undefined` when there was none. */
export type Counted = {
  readonly limit: number
  readonly windowSeconds: number
  readonly left: number | undefined
  readonly resetSeconds: number
}

/** A limit whose count the caller learns with each call. */
export type CountedLimit = { count(subject: string): Promise<Counted> }
