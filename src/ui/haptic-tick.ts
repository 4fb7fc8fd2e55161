const PULSE_MS = 8

/** A short vibration where the phone supports it, as feedback for a count. Call it from a touch only. */
export function hapticTick(): void {
  if ('vibrate' in navigator && navigator.userActivation?.hasBeenActive) navigator.vibrate(PULSE_MS)
}
