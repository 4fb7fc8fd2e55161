import * as v from 'valibot'
import type { PushConfig } from './gateways/push/gateway.ts'

const origin = v.pipe(
  v.string(),
  v.check(
    (text) => URL.canParse(text) && new URL(text).origin === text,
    'WEB_PUSH_ORIGINS must be origins such as https://push.example.tz, with commas between',
  ),
)

/** The variables of push, for the schema of the whole environment. */
export const pushVariables = {
  FIREBASE_PROJECT_ID: v.optional(v.string()),
  FIREBASE_API_KEY: v.optional(v.string()),
  FIREBASE_APP_ID: v.optional(v.string()),
  FIREBASE_MESSAGING_SENDER_ID: v.optional(v.string()),
  FIREBASE_VAPID_KEY: v.optional(v.string()),
  FIREBASE_MEASUREMENT_ID: v.optional(
    v.pipe(v.string(), v.regex(/^G-[A-Z0-9]+$/, 'FIREBASE_MEASUREMENT_ID must look like G-1A2B3C4D5E')),
  ),
  FIREBASE_CLIENT_EMAIL: v.optional(v.string()),
  FIREBASE_PRIVATE_KEY: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => text.replaceAll('\\n', '\n')),
      v.check(
        (text) => text.includes('BEGIN PRIVATE KEY'),
        'FIREBASE_PRIVATE_KEY must be the private_key of a service account (PEM)',
      ),
    ),
  ),
  FIREBASE_TOKEN_URI: v.optional(v.pipe(v.string(), v.url('FIREBASE_TOKEN_URI must be an address'))),
  FIREBASE_FCM_URL: v.optional(v.pipe(v.string(), v.url('FIREBASE_FCM_URL must be an address'))),
  WEB_PUSH_ORIGINS: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => text.split(',').flatMap((part) => part.trim() || [])),
      v.array(origin),
    ),
    '',
  ),
}

const REQUIRED_SETTINGS = [
  'FIREBASE_PROJECT_ID',
  'FIREBASE_API_KEY',
  'FIREBASE_APP_ID',
  'FIREBASE_MESSAGING_SENDER_ID',
  'FIREBASE_VAPID_KEY',
  'FIREBASE_CLIENT_EMAIL',
  'FIREBASE_PRIVATE_KEY',
] as const

const settingsSchema = v.object(pushVariables)
type PushSettings = v.InferOutput<typeof settingsSchema>

/** What is wrong with the settings of Firebase: it needs all of them or none. */
export function findIncompletePush(settings: PushSettings): string[] {
  const missing = REQUIRED_SETTINGS.filter((name) => settings[name] === undefined)
  if (missing.length === 0) return []
  if (missing.length === REQUIRED_SETTINGS.length && settings.FIREBASE_MEASUREMENT_ID === undefined) return []
  return [`${missing.join(', ')} missing: Firebase needs all of ${REQUIRED_SETTINGS.join(', ')}, or none`]
}

/** The settings of push as a value. */
export function pushConfigOf(settings: PushSettings): PushConfig {
  return { firebase: firebaseOf(settings), webPushOrigins: settings.WEB_PUSH_ORIGINS }
}

function firebaseOf(settings: PushSettings): PushConfig['firebase'] {
  const {
    FIREBASE_PROJECT_ID: projectId,
    FIREBASE_API_KEY: apiKey,
    FIREBASE_APP_ID: appId,
    FIREBASE_MESSAGING_SENDER_ID: messagingSenderId,
    FIREBASE_VAPID_KEY: vapidKey,
    FIREBASE_MEASUREMENT_ID: measurementId,
    FIREBASE_CLIENT_EMAIL: clientEmail,
    FIREBASE_PRIVATE_KEY: privateKey,
    FIREBASE_TOKEN_URI: tokenUri = 'https://oauth2.googleapis.com/token',
    FIREBASE_FCM_URL: baseUrl = 'https://fcm.googleapis.com',
  } = settings
  if (!projectId || !apiKey || !appId || !messagingSenderId || !vapidKey || !clientEmail || !privateKey) {
    return null
  }
  return {
    setup: {
      projectId,
      apiKey,
      appId,
      messagingSenderId,
      vapidKey,
      ...(measurementId ? { measurementId } : {}),
    },
    fcm: { baseUrl, projectId, account: { clientEmail, privateKey, tokenUri } },
  }
}
