import * as v from 'valibot'
import { instantField } from './fields/moments.ts'
import { idField } from './fields/texts.ts'

/** A phone or browser on which a user logged in and which may still act for that user. */
export const deviceSchema = v.object({
  deviceId: idField,
  /** Its own name, `Chrome, Android`; absent when it is not known. */
  name: v.optional(v.string()),
  /** The device of the caller. */
  current: v.boolean(),
  /** Its first login that is still valid. */
  since: instantField,
  /** When it last renewed its session, or logged in. */
  lastSeenAt: instantField,
  /** False when it may only deliver what it had queued. */
  signedIn: v.boolean(),
})
export type Device = v.InferOutput<typeof deviceSchema>

export const devicesAnswerSchema = v.object({ devices: v.array(deviceSchema) })
export const endDeviceSchema = v.object({ deviceId: idField })
