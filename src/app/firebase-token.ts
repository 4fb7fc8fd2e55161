import { getApps, initializeApp } from 'firebase/app'
import { getMessaging, getToken } from 'firebase/messaging'
import type { FirebaseSetup } from '#contract/notifications.ts'

/**
 * The token by which Firebase reaches this browser through our own service worker, so that Firebase registers none of
 * its own. Loaded only where a project is configured. Passes on errors of Firebase.
 */
export async function firebaseToken(
  setup: FirebaseSetup,
  serviceWorkerRegistration: ServiceWorkerRegistration,
): Promise<string> {
  const { vapidKey, ...project } = setup
  const app = getApps()[0] ?? initializeApp(project)
  return await getToken(getMessaging(app), { vapidKey, serviceWorkerRegistration })
}
