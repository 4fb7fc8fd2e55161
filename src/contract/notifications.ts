import * as v from 'valibot'
import { NOTIFICATION_EVENTS } from '#domain/notifications/notification.ts'
import { instantField } from './fields/moments.ts'

/** The name of an account on its device: the address of a push message. The server need not understand it. */
const accountField = v.pipe(v.string(), v.regex(/^[0-9a-f]{20}$/))

/** Number of a change of the company, as text: notifications up to it were seen. */
const changeNumberField = v.pipe(v.string(), v.regex(/^\d{1,15}$/))

/** The address of a push message: a token of Firebase or an address of Web Push. */
export const pushAddressSchema = v.variant('kind', [
  v.object({ kind: v.literal('fcm'), token: v.pipe(v.string(), v.minLength(16), v.maxLength(4096)) }),
  v.object({
    kind: v.literal('web-push'),
    endpoint: v.pipe(v.string(), v.url(), v.maxLength(2048)),
    keys: v.object({
      /** Public key of the browser (65 bytes) and its secret (16 bytes), base64url (RFC 8291). */
      p256dh: v.pipe(v.string(), v.regex(/^[\w-]{86,88}=?$/)),
      auth: v.pipe(v.string(), v.regex(/^[\w-]{22}={0,2}$/)),
    }),
  }),
])
export type PushAddress = v.InferOutput<typeof pushAddressSchema>

export const notificationChoicesSchema = v.object({
  'invoice-issued': v.boolean(),
  'invoice-refused': v.boolean(),
  'z-report-refused': v.boolean(),
  'company-blocked': v.boolean(),
  /** Absent when an older server answers. */
  'certificate-ends': v.optional(v.boolean(), true),
  'work-lost': v.optional(v.boolean(), true),
  'phone-copied': v.optional(v.boolean(), true),
  'insight-severe': v.optional(v.boolean(), true),
})

/** The public configuration of a Firebase project, and the key its web push is signed with. */
export const firebaseSetupSchema = v.object({
  apiKey: v.string(),
  appId: v.string(),
  projectId: v.string(),
  messagingSenderId: v.string(),
  vapidKey: v.string(),
  /** The target of usage statistics, for users who agree to them; absent where there is none. */
  measurementId: v.exactOptional(v.string()),
})
export type FirebaseSetup = v.InferOutput<typeof firebaseSetupSchema>

/** How this server reaches devices, and which notifications this person wants. */
export const notificationSettingsSchema = v.object({
  /** `null` where no Firebase project is configured: then standard Web Push is used. */
  firebase: v.nullable(firebaseSetupSchema),
  /** The server's own key for Web Push (RFC 8292), base64url; `null` where it has none. */
  webPushKey: v.nullable(v.string()),
  choices: notificationChoicesSchema,
  /** Whether messages for this person reach the calling device. */
  registered: v.boolean(),
})
export type NotificationSettings = v.InferOutput<typeof notificationSettingsSchema>

export const registerPushSchema = v.object({ account: accountField, address: pushAddressSchema })

export const chooseNotificationsSchema = v.object({
  'invoice-issued': v.exactOptional(v.boolean()),
  'invoice-refused': v.exactOptional(v.boolean()),
  'z-report-refused': v.exactOptional(v.boolean()),
  'company-blocked': v.exactOptional(v.boolean()),
  'certificate-ends': v.exactOptional(v.boolean()),
  'work-lost': v.exactOptional(v.boolean()),
  'phone-copied': v.exactOptional(v.boolean()),
  'insight-severe': v.exactOptional(v.boolean()),
})

export const readNotificationsSchema = v.object({ after: v.optional(changeNumberField) })

export const notificationSchema = v.object({
  event: v.picklist(NOTIFICATION_EVENTS),
  subject: v.string(),
  label: v.string(),
  at: instantField,
})
export type Notification = v.InferOutput<typeof notificationSchema>

/** Events since then, oldest first, and up to which change of the company they reach. */
export const notificationsAnswerSchema = v.object({
  notifications: v.array(notificationSchema),
  upTo: changeNumberField,
})

/** The content of an event in the stream of changes: the latest change of the company's feed. */
const changeEventSchema = v.object({ upTo: changeNumberField })
export type ChangeEvent = v.InferOutput<typeof changeEventSchema>

const receivedChangeSchema = v.pipe(v.string(), v.parseJson(), changeEventSchema)

/** Reads the latest change of the feed from an event; `undefined` when it has none. */
export function readChangeEvent(data: string): string | undefined {
  const parsed = v.safeParse(receivedChangeSchema, data)
  return parsed.success ? parsed.output.upTo : undefined
}

/**
 * The content of a push message: its account and the latest change of the company. The rest is fetched with a login.
 */
const pushMessageSchema = v.object({ account: accountField, cursor: changeNumberField })
export type PushMessage = v.InferOutput<typeof pushMessageSchema>

/** As a browser receives it: plain from Web Push, inside other data from Firebase. */
const receivedSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.union([
    pushMessageSchema,
    v.pipe(
      v.object({ data: pushMessageSchema }),
      v.transform(({ data }) => data),
    ),
  ]),
)

/** Reads a push message; `undefined` for anything that is not ours. */
export function readPushMessage(text: string | undefined): PushMessage | undefined {
  const read = v.safeParse(receivedSchema, text)
  return read.success ? read.output : undefined
}

/** Address of the stream of changes, as server-sent events. It is no call: it answers for as long as it is open. */
export const CHANGES_STREAM_PATH = '/v1/accounting/sync/changes'
