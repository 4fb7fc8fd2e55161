import * as v from 'valibot'
import { isLogo, LOGO_LIMIT } from '#domain/receipts/logo.ts'

/**
 * The seller's logo on receipts: only dots, which cannot be executed or interpreted as anything else. At most 8 kB of
 * text.
 */
export const logoSchema = v.pipe(
  v.object({
    width: v.number(),
    height: v.number(),
    dots: v.pipe(v.string(), v.maxLength((LOGO_LIMIT.width / 4) * LOGO_LIMIT.height)),
  }),
  v.check(isLogo),
)
