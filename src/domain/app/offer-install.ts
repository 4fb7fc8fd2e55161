/** The history of the offer to install the app on this phone, milliseconds; `null` when it never happened. */
export type InstallOffer = {
  /** When the person last said *not now*. */
  readonly refusedAt: number | null
  /** When it was last shown. */
  readonly shownAt: number | null
}

export const NEVER_OFFERED: InstallOffer = { refusedAt: null, shownAt: null }

const DAY_MS = 24 * 60 * 60 * 1000
/** Long enough not to annoy, short enough for the next phone or the next shop assistant. */
export const REFUSAL_VALID_MS = 90 * DAY_MS
const OFFER_INTERVAL_MS = DAY_MS

/** Whether less than `span` has passed; after a clock that went back the offer is not suppressed for ever. */
function within(since: number | null, span: number, now: number): boolean {
  return since !== null && now >= since && now - since < span
}

/**
 * Whether the app may offer its installation now: once a day at most, and not for `REFUSAL_VALID_MS` after a refusal.
 */
export function mayOfferInstall({ refusedAt, shownAt }: InstallOffer, now: number): boolean {
  return !within(refusedAt, REFUSAL_VALID_MS, now) && !within(shownAt, OFFER_INTERVAL_MS, now)
}
