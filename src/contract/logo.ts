import * as v from 'valibot'
import { isLogo, LOGO_LIMIT } from '#domain/receipts/logo.ts'

/** The seller's picture on receipts: dots, nothing that could be run or shown as anything else. At most 8 kB of text. */
export const logoSchema = v.pipe(
  v.object({
    width: v.number(),
    height: v.number(),
    dots: v.pipe(v.string(), v.maxLength((LOGO_LIMIT.width / 4) * LOGO_LIMIT.height)),
  }),
  v.check(isLogo),
)
