import { getApps, initializeApp } from 'firebase/app'
import { getMessaging, getToken } from 'firebase/messaging'
import type { FirebaseSetup } from '#contract/notifications.ts'

/**
 * The token under which Firebase reaches this browser, by our own service worker: Firebase looks for no worker of its
 * own. Loaded only where a project is configured. Throws what Firebase throws.
 */
export async function firebaseToken(
  setup: FirebaseSetup,
  serviceWorkerRegistration: ServiceWorkerRegistration,
): Promise<string> {
  const { vapidKey, ...project } = setup
  const app = getApps()[0] ?? initializeApp(project)
  return await getToken(getMessaging(app), { vapidKey, serviceWorkerRegistration })
}
