import { type FiscalDay, parseFiscalDay } from '../calendar/east-africa.ts'
import { bareNumber } from './bare-number.ts'

/**
 * A national identity number as 20 digits; `undefined` when it is none. It begins with the date of birth, a real
 * day from 1900 on and not after `today` (without `today` a future birth passes: a rule has no clock), and is not
 * all zeros behind it. The meaning of the other groups is not published, so nothing else is tested.
 */
export function normalizeNida(text: string, today?: FiscalDay): string | undefined {
  const bare = bareNumber(text)
  if (!/^\d{20}$/.test(bare) || /^\d{8}0{12}$/.test(bare)) return undefined
  const born = parseFiscalDay(`${bare.slice(0, 4)}-${bare.slice(4, 6)}-${bare.slice(6, 8)}`)
  if (born === undefined || born < '1900-01-01') return undefined
  return today !== undefined && born > today ? undefined : bare
}

/** The printed form, `YYYYMMDD-NNNNN-NNNNN-NN`. Takes a normalized number. */
export function nidaText(nida: string): string {
  if (!/^\d{20}$/.test(nida)) return nida
  return [nida.slice(0, 8), nida.slice(8, 13), nida.slice(13, 18), nida.slice(18)].join('-')
}
