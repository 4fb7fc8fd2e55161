import {
  initializeAnalytics,
  isSupported,
  logEvent,
  setAnalyticsCollectionEnabled,
  setUserProperties,
} from 'firebase/analytics'
import { getApps, initializeApp } from 'firebase/app'
import type { FirebaseSetup } from '#contract/notifications.ts'
import type { UsageTransport } from './transport.ts'

/** Cookies by which Google's script recognises this browser. */
const ANALYTICS_COOKIE = /^_ga(_|$)/

function deleteAnalyticsCookies(): void {
  for (const cookie of document.cookie.split(';')) {
    const name = cookie.split('=')[0]?.trim() ?? ''
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser
    if (ANALYTICS_COOKIE.test(name)) document.cookie = `${name}=; max-age=0; path=/`
  }
}

/**
 * Firebase Analytics. It loads a script of Google; no page views, no advertising. `null` where the browser forbids
 * it.
 */
export async function firebaseTransport(setup: FirebaseSetup): Promise<UsageTransport | null> {
  if (!(await isSupported())) return null
  const { vapidKey: _, ...project } = setup
  const app = getApps()[0] ?? initializeApp(project)
  const analytics = initializeAnalytics(app, {
    config: {
      send_page_view: false,
      allow_google_signals: false,
      allow_ad_personalization_signals: false,
    },
  })
  return {
    begin(owner) {
      setAnalyticsCollectionEnabled(analytics, true)
      setUserProperties(analytics, { ...owner })
    },
    send: ({ name, params }) => logEvent(analytics, name, { ...params }),
    end() {
      setAnalyticsCollectionEnabled(analytics, false)
      deleteAnalyticsCookies()
    },
  }
}
