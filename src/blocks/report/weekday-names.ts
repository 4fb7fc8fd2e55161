import { msg } from '@lingui/core/macro'

/** Monday to Sunday, with which a week begins and ends in Tanzania (CLDR). */
export const WEEKDAY_NAMES = [
  msg`Monday`,
  msg`Tuesday`,
  msg`Wednesday`,
  msg`Thursday`,
  msg`Friday`,
  msg`Saturday`,
  msg`Sunday`,
] as const

/** The same in about three letters. */
export const SHORT_WEEKDAY_NAMES = [
  msg({ context: 'short weekday', message: 'Mon' }),
  msg({ context: 'short weekday', message: 'Tue' }),
  msg({ context: 'short weekday', message: 'Wed' }),
  msg({ context: 'short weekday', message: 'Thu' }),
  msg({ context: 'short weekday', message: 'Fri' }),
  msg({ context: 'short weekday', message: 'Sat' }),
  msg({ context: 'short weekday', message: 'Sun' }),
] as const
