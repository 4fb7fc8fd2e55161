import * as v from 'valibot'

/** How the gateway of feature phones comes in. */
export type UssdDoorConfig = {
  /** The end of the path; at least 22 characters (128 bits). */
  readonly secret: string
  /** Addresses that may call; empty: any. */
  readonly addresses: readonly string[]
}

/** The variables of USSD, for the schema of the whole environment. */
export const ussdVariables = {
  USSD_GATEWAY_SECRET: v.optional(
    v.pipe(
      v.string(),
      v.regex(
        /^[\w-]{22,100}$/,
        'USSD_GATEWAY_SECRET needs 22 to 100 letters and digits (make one: openssl rand -hex 16)',
      ),
    ),
  ),
  USSD_GATEWAY_ADDRESSES: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => text.split(',').map((part) => part.trim())),
    ),
  ),
}
const settingsSchema = v.object(ussdVariables)

/** The door of the gateway; `null` without a secret. */
export function ussdDoorOf(settings: v.InferOutput<typeof settingsSchema>): UssdDoorConfig | null {
  const { USSD_GATEWAY_SECRET: secret, USSD_GATEWAY_ADDRESSES: addresses = [] } = settings
  return secret === undefined ? null : { secret, addresses }
}
