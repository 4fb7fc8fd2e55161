const PITCH_HERTZ = 1_800
const BEEP_SECONDS = 0.08
const LOUDNESS = 0.15

let context: AudioContext | undefined

/** One short tone, as scanners make it. A phone that is silent, or has no sound, stays silent. */
export function beep(): void {
  try {
    context ??= new AudioContext()
    const tone = context.createOscillator()
    const volume = context.createGain()
    tone.frequency.value = PITCH_HERTZ
    volume.gain.value = LOUDNESS
    tone.connect(volume).connect(context.destination)
    tone.start()
    tone.stop(context.currentTime + BEEP_SECONDS)
  } catch {
    // Without sound the new line in the cart is the only sign.
  }
}
