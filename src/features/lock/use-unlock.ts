import { useEffect, useState } from 'react'
import type { PinRefused } from '#session/try-pin.ts'
import type { Unlocked } from '#session/unlock.ts'
import { usePorts } from '#ui/ports.ts'

/** Tries a PIN of one of this phone's users. */
export type TryUnlock = (person: string, pin: string) => Promise<Unlocked>

/** The state of PIN attempts: the result of the last one, and how many seconds until the next one. */
export function useUnlock(onUnlock: TryUnlock) {
  const { clock } = usePorts()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<PinRefused | { readonly code: 'DEVICE_STORAGE' }>()
  const [waitUntil, setUntil] = useState(0)
  const [now, setNow] = useState(() => clock.now())
  const waits = waitUntil > now
  useEffect(() => {
    if (!waits) return
    const timer = setInterval(() => setNow(clock.now()), 250)
    return () => clearInterval(timer)
  }, [waits, clock])
  const forget = () => {
    setRefused(undefined)
    setUntil(0)
  }
  const tryPin = async (person: string, pin: string): Promise<Unlocked> => {
    setBusy(true)
    const outcome = await onUnlock(person, pin).catch((): Unlocked => {
      return { kind: 'not-stored', code: 'DEVICE_STORAGE_BROKEN' }
    })
    if (outcome.kind === 'unlocked') return outcome
    setBusy(false)
    setRefused(outcome.kind === 'refused' ? outcome : { code: 'DEVICE_STORAGE' })
    const at = clock.now()
    setNow(at)
    if (outcome.kind === 'refused') setUntil(at + outcome.waitMs)
    return outcome
  }
  return { busy, refused, waitSeconds: waits ? Math.ceil((waitUntil - now) / 1000) : 0, tryPin, forget }
}
