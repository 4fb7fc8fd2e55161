import type { IdleMinutes } from '#domain/pin/idle-rule.ts'
import type { PinChanged } from './set-pin.ts'

/** What the settings need to manage the PIN of the signed-in person. */
export type PinSettings = {
  readonly set: (form: {
    readonly pin: string
    readonly again: string
    readonly current: string
  }) => Promise<PinChanged>
  readonly remove: (current: string) => Promise<PinChanged>
  readonly chooseIdle: (minutes: IdleMinutes) => Promise<void>
  /** False when there is no PIN to lock with. */
  readonly lock: () => Promise<boolean>
}
