const PULSE_MS = 8

/** A tick under the thumb where the phone has one: something was counted. Call it from a touch only. */
export function hapticTick(): void {
  if ('vibrate' in navigator && navigator.userActivation?.hasBeenActive) navigator.vibrate(PULSE_MS)
}
