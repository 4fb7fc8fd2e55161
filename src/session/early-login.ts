import type { DeviceKey } from '#data/session-secrets.ts'

/** A login that was sent before the app had arrived, and what it was made of. */
export type SentLogin = {
  /** Becomes the id of this device. */
  readonly deviceId: string
  readonly key: DeviceKey | undefined
  readonly nonce: string
  readonly answer: Promise<Response>
}

/** What has happened in the login form before the app arrived; what was typed is in its fields. */
export type EarlyLogin = {
  /** The form was checked, so that missing fields are marked. */
  readonly checked: boolean
  /** The person pressed *Log in* and waits for this; `undefined` in it when sending was left to the app. */
  readonly sending: Promise<SentLogin | undefined> | undefined
  /** The failure that the form shows. */
  readonly code: string | undefined
}

declare global {
  interface Window {
    /** Ends the script of the early form, takes back what it wrote into the form, and says what has happened. */
    takeEarlyLogin?: () => EarlyLogin
  }
}
