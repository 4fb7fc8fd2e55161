import {
  addDays,
  type FiscalDay,
  fiscalDayOf,
  fiscalTimeOf,
  type Instant,
  startOfDay,
  toInstant,
} from '../calendar/east-africa.ts'

/** The counter row of one fiscal identity. Read and written under a row lock. */
export type FiscalCounter = {
  /** The GC of the next receipt. */
  readonly nextGc: number
  /** Day of the last receipt and its DC; the DC starts again at 1 on another day. */
  readonly day: FiscalDay | null
  readonly dc: number
  readonly lastIssuedAt: Instant | null
}

/** The numbers of one receipt (TRA guide: GC = RCTNUM, DC, ZNUM, RCTVNUM), fixed for ever once taken. */
export type FiscalNumbers = {
  readonly gc: number
  readonly dc: number
  /** `YYYYMMDD` of the day of issue. */
  readonly znum: string
  /** Receipt code of the registration followed by the GC: the verification code on paper. */
  readonly rctvnum: string
  readonly issuedDay: FiscalDay
  /** `HH:MM:SS`, East Africa Time. */
  readonly issuedTime: string
  readonly issuedAt: Instant
}

export type NumbersTaken =
  | { readonly kind: 'taken'; readonly numbers: FiscalNumbers; readonly counter: FiscalCounter }
  /** The clock is behind the last receipt (TRA rule "never older than the previous receipt"), or in a closed day. */
  | { readonly kind: 'refused'; readonly code: 'CLOCK_BEHIND_LAST_RECEIPT' }

/**
 * A clock that is so far ahead closes more days than can be waited for: until it is right again, no shop would sell for
 * months or years.
 */
const MOST_DAYS_AHEAD = 1

/**
 * The earliest moment that a receipt may have at a moment `at`: that of the last receipt, or the end of the last closed
 * day, where that is near.
 */
export function numberingOpensAt(
  { lastIssuedAt }: Pick<FiscalCounter, 'lastIssuedAt'>,
  closedDay: FiscalDay | null,
  at: Instant,
): Instant {
  const isNear = closedDay !== null && closedDay <= addDays(fiscalDayOf(at), MOST_DAYS_AHEAD)
  const afterReport = isNear ? startOfDay(addDays(closedDay, 1)) : toInstant(0)
  return lastIssuedAt !== null && lastIssuedAt > afterReport ? lastIssuedAt : afterReport
}

/**
 * Takes the next numbers at a moment. GC rises by one without gap for the life of the identity; DC restarts at 1
 * each day in East Africa. The first GC is the one the registration answered. `closedDay` is the last day that has its
 * Z report: a receipt dated in it, by a clock that was set back, would be in no report. Days far ahead hold nothing up.
 */
export function allocateFiscalNumbers(
  counter: FiscalCounter,
  receiptCode: string,
  at: Instant,
  closedDay: FiscalDay | null = null,
): NumbersTaken {
  if (at < numberingOpensAt(counter, closedDay, at))
    return { kind: 'refused', code: 'CLOCK_BEHIND_LAST_RECEIPT' }
  const issuedDay = fiscalDayOf(at)
  const dc = counter.day === issuedDay ? counter.dc + 1 : 1
  const gc = counter.nextGc
  return {
    kind: 'taken',
    numbers: {
      gc,
      dc,
      znum: issuedDay.replaceAll('-', ''),
      rctvnum: `${receiptCode}${gc}`,
      issuedDay,
      issuedTime: fiscalTimeOf(at),
      issuedAt: at,
    },
    counter: { nextGc: gc + 1, day: issuedDay, dc, lastIssuedAt: at },
  }
}

/** Text of the QR code: `<verify base>/<rctvnum>_<HHMMSS>` (TRA guide since v3.1), from the signed time. */
export function verifyUrl(
  verifyBase: string,
  numbers: Pick<FiscalNumbers, 'rctvnum' | 'issuedTime'>,
): string {
  return `${verifyBase.replace(/\/$/, '')}/${numbers.rctvnum}_${numbers.issuedTime.replaceAll(':', '')}`
}
