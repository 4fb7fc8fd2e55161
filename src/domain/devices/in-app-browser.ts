/** Apps that show links in a browser of their own, and Android's part for doing so. */
const IN_APP = /FBAN|FBAV|FB_IAB|Instagram|WhatsApp|Line\/|TikTok|musical_ly|Snapchat|; wv\)/

/**
 * The system of a browser inside another app (WhatsApp, Facebook), by its user agent; `null` for a browser of its own.
 * What such a browser stores can be gone when that app is closed, and Risiti cannot be installed from there.
 */
export function inAppBrowserOf(userAgent: string): 'android' | 'other' | null {
  if (!IN_APP.test(userAgent)) return null
  return /Android/.test(userAgent) ? 'android' : 'other'
}

/** The parts of a page's address, as a browser names them. */
type Address = {
  readonly protocol: string
  readonly host: string
  readonly pathname: string
  readonly search: string
}

/** A link by which Android opens an address in the browser of the phone. */
export function browserIntent({ protocol, host, pathname, search }: Address): string {
  const scheme = protocol.slice(0, -1)
  return `intent://${host}${pathname}${search}#Intent;scheme=${scheme};action=android.intent.action.VIEW;end`
}
